//! https://docs.rs/toml/1/toml/fn.to_string.html and fn.from_str.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct Toml {
    out: String,
}

impl direct::Plain for Toml {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out = toml::to_string(value).unwrap();
        self.out.as_bytes()
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        toml::from_str(std::str::from_utf8(bytes).unwrap()).unwrap()
    }
}

pub fn run() {
    direct::plain::<Toml>();
}
