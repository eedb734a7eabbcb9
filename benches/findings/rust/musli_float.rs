// An f32 that is read as an f64 becomes another number without an error: its bits are taken for an f64's.
// musli 0.2.1
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/musli_float.rs $d/src/main.rs && cd $d && cargo add -q musli@=0.2.1 --features storage,wire,descriptive && cargo build -q && cargo run -q
// Prints: storage, wire, descriptive: 40.96875 is read as
//   5.482386396e-315
//   5.482386396e-315
//   5.482386396e-315
fn main() {
    let value = 40.96875_f32;
    println!("storage, wire, descriptive: {value} is read as");
    let bytes = musli::storage::to_vec(&value).unwrap();
    println!("{:e}", musli::storage::from_slice::<f64>(&bytes).unwrap());
    let bytes = musli::wire::to_vec(&value).unwrap();
    println!("{:e}", musli::wire::from_slice::<f64>(&bytes).unwrap());
    let bytes = musli::descriptive::to_vec(&value).unwrap();
    println!("{:e}", musli::descriptive::from_slice::<f64>(&bytes).unwrap());
}
