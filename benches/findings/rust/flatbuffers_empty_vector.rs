// The verifier refuses an empty vector of doubles that C++ wrote: C++ aligns it to its length's four bytes alone
// (`PreAlign` of flatbuffer_builder.h returns at a length of 0), and Rust demands the alignment of a double.
// flatbuffers 25.12.19
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/flatbuffers_empty_vector.rs $d/src/main.rs && cd $d && cargo add -q flatbuffers@=25.12.19 && cargo build -q && cargo run -q
// Prints: 0 doubles from position 16: all right
//   0 doubles from position 20: Type `f64` at position 20 is unaligned.
use flatbuffers::{ForwardsUOffset, InvalidFlatbuffer, Vector, Verifiable, Verifier};

struct Doubles;

impl<'a> flatbuffers::Follow<'a> for Doubles {
    type Inner = ();
    unsafe fn follow(_: &'a [u8], _: usize) {}
}

impl Verifiable for Doubles {
    fn run_verifier(verifier: &mut Verifier, at: usize) -> Result<(), InvalidFlatbuffer> {
        type Field<'a> = ForwardsUOffset<Vector<'a, f64>>;
        verifier.visit_table(at)?.visit_field::<Field>("doubles", 4, false)?.finish();
        Ok(())
    }
}

/// A table with an empty vector, whose items would begin at this position.
fn table(position: u8) -> Vec<u8> {
    let mut bytes = vec![4, 0, 0, 0, 4_u8.wrapping_sub(position), 255, 255, 255];
    bytes.extend([position - 4 - 8, 0, 0, 0]); // the vector, from the field at 8
    bytes.resize(position.into(), 0);
    bytes.extend([6, 0, 8, 0, 4, 0]); // the table's fields
    bytes
}

fn main() {
    for position in [16, 20] {
        let told = match flatbuffers::root::<Doubles>(&table(position)) {
            Ok(()) => "all right".to_owned(),
            Err(error) => error.to_string(),
        };
        let first = told.lines().next().unwrap_or_default();
        println!("0 doubles from position {position}: {first}");
    }
}
