// A number that is cut off is a shorter number.
// toml 1.2.1
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/toml_cut_off.rs $d/src/main.rs && cd $d && cargo add -q toml@=1.2.1 && cargo run -q
// Prints: number = 1234
fn main() {
    let text = "number = 12345";
    let cut: toml::Table = text[..text.len() - 1].parse().unwrap();
    print!("{cut}");
    assert_eq!(cut["number"].as_integer(), Some(1234));
}
