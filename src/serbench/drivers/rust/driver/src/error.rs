//! What goes wrong: in a library, and with a request.

use std::any::Any;
use std::fmt::Display;
use std::path::Path;

use crate::process;

/// Why a library would not do what it was asked.
#[derive(Debug)]
pub enum Error {
    /// The format has no way to represent the value, or the library a declared limit.
    CannotHold(String),
    Failed(String),
    /// The room that `Buffer::fill` gave is too small: the value is encoded again, into more.
    Full,
}

impl Error {
    pub fn cannot_hold(cause: impl Display) -> Self {
        Self::CannotHold(cause.to_string())
    }
}

/// So that a codec may end a library call with `?`.
impl<E: std::error::Error> From<E> for Error {
    #[cold]
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::CannotHold(cause) | Self::Failed(cause) => f.write_str(cause),
            Self::Full => f.write_str("the buffer is full"),
        }
    }
}

/// What a library that panicked said, and where.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or_default();
    match process::place_of_panic() {
        place if place.is_empty() => Error::Failed(format!("panicked: {text}")),
        place => Error::Failed(format!("panicked: {text} ({place})")),
    }
}

/// The protocol's kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    BadRequest,
    BadValues,
    BadFile,
    CannotHold,
    Failed,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::BadRequest => "bad-request",
            Self::BadValues => "bad-values",
            Self::BadFile => "bad-file",
            Self::CannotHold => "cannot-hold",
            Self::Failed => "failed",
        }
    }
}

/// A request that was not carried out.
#[derive(Debug)]
pub struct Refusal {
    pub kind: Kind,
    pub text: String,
}

impl Refusal {
    pub fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    pub fn of(error: Error, context: &str) -> Self {
        let kind = match error {
            Error::CannotHold(_) => Kind::CannotHold,
            Error::Failed(_) | Error::Full => Kind::Failed,
        };
        Self::new(kind, format!("{context}{error}"))
    }

    pub fn file(kind: Kind, path: &Path, error: impl Display) -> Self {
        Self::new(kind, format!("{}: {error}", path.display()))
    }
}
