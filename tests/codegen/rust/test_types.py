import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.codegen.rust import types as rust
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
)
from tests.codegen.rust.schemas import BYTES, F64, HOSTILE, I32, STRING, TAKEN, hostile, large
from tests.conftest import VECTORS

ROOT = Path(__file__).parents[3]


def types(schema):
    return rust.generate(schema)["src/types.rs"]


def borrowed(schema):
    return rust.generate_borrowed(schema)["src/lib.rs"]


def test_golden():
    schema = Schema.from_dict(VECTORS[1]["schema"])
    files = rust.generate(schema)
    assert borrowed(schema).endswith(BORROWED)
    assert files["src/types.rs"].endswith(GOLDEN)
    assert files["src/lib.rs"].endswith(LIB)


def test_types_without_text_have_no_borrowed_copy():
    leaf, inner = RecordRef("Leaf"), RecordRef("Inner")
    records = (
        Record("Top", (Field("inner", inner), Field("leaf", leaf), Field("hue", EnumRef("Hue")))),
        Record("Inner", (Field("raws", MapOf(ListOf(OptionalOf(BYTES)))),)),
        Record("Leaf", (Field("x", I32), Field("next", OptionalOf(leaf)))),
    )
    text = borrowed(Schema("s", "Top", records, (Enum("Hue", ("red",)),)))
    assert "struct Leaf" not in text
    assert "    #[serde(borrow)]\n    pub inner: Inner<'a>,\n    pub leaf: types::Leaf,\n" in text
    assert "    pub hue: types::Hue,\n" in text
    assert "    pub raws: BTreeMap<TextRef<'a>, Vec<Option<BytesRef<'a>>>>,\n" in text
    assert "type Of<'a> = types::Leaf;" in borrowed(Schema("s", "Leaf", records[2:]))


def test_record_called_root_does_not_take_the_name_of_every_value():
    schema = Schema("s", "Root", (Record("Root", (Field("text", STRING),)),))
    text = borrowed(schema)
    assert len(re.findall(r"pub struct Root\b", text)) == 1
    assert "type Of<'a> = Root_<'a>;" in text
    assert "pub type Root = types::Root_;" in rust.generate(schema)["src/lib.rs"]


def test_the_access_leaf_is_reached_through_optionals_and_lists():
    records = (
        Record("Top", (Field("a b", ListOf(RecordRef("Item"))), Field("m", MapOf(I32)))),
        Record("Item", (Field("kind", OptionalOf(EnumRef("Kind"))),)),
    )
    text = rust.generate(Schema("s", "Top", records, (Enum("Kind", ("red",)),)))["src/lib.rs"]
    assert LEAF in text
    nothing = rust.generate(Schema("s", "Top", (Record("Top", records[0].fields[1:]),)))
    assert "const HAS_LEAF: bool = false;" in nothing["src/lib.rs"]


def test_enums_have_wire_names():
    fields = (Field("e", EnumRef("hue")),)
    enum = Enum("hue", ("red", "DarkBlue"))
    text = types(Schema("s", "R", (Record("R", fields),), (enum,)))
    assert ENUM in text


def test_a_wire_name_is_kept_where_the_identifier_differs():
    text = types(Schema("s", "R", (Record("R", (Field("type", I32), Field("kind", I32))),)))
    assert '    #[serde(rename = "type")]\n    pub type_: i32,\n    pub kind: i32,\n' in text


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ('a"b\\', '"a\\"b\\\\"'),
        ("\n\x00", '"\\u{a}\\u{0}"'),
        ("é🙂\u202e", '"\\u{e9}\\u{1f642}\\u{202e}"'),
        ("{}", '"{}"'),
    ],
)
def test_literals_hold_any_text_in_ascii(text, literal):
    assert rust.literal(text) == literal


def test_hostile_names_appear_only_in_literals():
    for text in [*rust.generate(hostile()).values(), borrowed(hostile())]:
        assert text.isascii()
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
        assert '"' not in bare.replace('""', "")
        assert "system" not in bare.replace("system_touch_x", "")
        assert "*/" not in bare
        code = [line for line in bare.splitlines() if not line.startswith("//")]
        assert not set("".join(code)) - set(IDENTIFIER + "#![](){}<>:;,=\"'&.?- ")


def test_identifiers_are_distinct_and_no_keywords():
    known = rust.names(hostile())
    fields, variants = known.fields["Top"], known.symbols["Kind"]
    assert len(set(fields.values())) == len(fields)
    assert len(set(variants.values())) == len(HOSTILE) == len(variants)
    assert len(set(known.types.values())) == len(TAKEN) + 2
    for identifier in [*fields.values(), *variants.values(), *known.types.values()]:
        assert re.fullmatch("[A-Za-z][A-Za-z0-9_]*", identifier)
        assert identifier not in rust.KEYWORDS


def test_only_recursive_optionals_are_boxed():
    node, leaf = RecordRef("Node"), RecordRef("Leaf")
    fields = {
        "next": OptionalOf(node),
        "leaf": OptionalOf(leaf),
        "children": ListOf(node),
        "by_name": MapOf(OptionalOf(node)),
    }
    records = (
        Record("Node", tuple(Field(n, t) for n, t in fields.items())),
        Record("Leaf", (Field("raw", BYTES),)),
    )
    text = types(Schema("s", "Node", records))
    assert "pub next: Option<Box<Node>>," in text
    assert "pub leaf: Option<Leaf>," in text
    assert "pub children: Vec<Node>," in text
    assert "pub by_name: BTreeMap<String, Option<Node>>," in text
    assert "pub raw: Bytes," in text


def test_the_same_schema_gives_the_same_text():
    assert rust.generate(hostile()) == rust.generate(hostile())
    assert borrowed(hostile()) == borrowed(hostile())


LONG = Record(
    "AVeryLongNameThatNobodyWouldChoose",
    (
        Field("another_long_name_of_a_field_in_it", MapOf(MapOf(ListOf(OptionalOf(STRING))))),
        Field(
            "one_that_has_to_be_broken_in_two_places_or_more",
            OptionalOf(ListOf(MapOf(MapOf(ListOf(MapOf(MapOf(ListOf(OptionalOf(F64))))))))),
        ),
    ),
)


DEEP_LEAF = Schema(
    "deep-leaf",
    "Top",
    (
        Record("Top", (Field("items", ListOf(RecordRef("Item"))),)),
        Record("Item", (Field("a \\ b", OptionalOf(STRING)),)),
    ),
)


@pytest.mark.skipif(not shutil.which("rustfmt"), reason="rustfmt is not installed")
@pytest.mark.parametrize(
    "schema",
    [hostile(), large(), Schema("s", LONG.name, (LONG,)), DEEP_LEAF]
    + [Schema.from_dict(v["schema"]) for v in VECTORS],
    ids=lambda schema: schema.name,
)
def test_generated_code_is_formatted(schema, tmp_path):
    for name, text in {**rust.generate(schema), "borrowed.rs": borrowed(schema)}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    command = ["rustfmt", "--check", "--edition=2021", f"--config-path={ROOT}"]
    command += ["src/lib.rs", "borrowed.rs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")


IDENTIFIER = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
GOLDEN = """\
#[derive(Clone, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Node {
    pub label: String,
    pub children: Vec<Node>,
    pub next: Option<Box<Node>>,
    pub weights: BTreeMap<String, f64>,
}

serbench_driver::record! {
    Node {
        label: "label",
        children: "children",
        next: "next",
        weights: "weights",
    }
}

serbench_driver::narrow_visitor!(Node);
"""
BORROWED = """\
#[derive(Deserialize)]
#[serde(remote = "Self")]
pub struct Node<'a> {
    #[serde(borrow)]
    pub label: TextRef<'a>,
    #[serde(borrow)]
    pub children: Vec<Node<'a>>,
    #[serde(borrow)]
    pub next: Option<Box<Node<'a>>>,
    #[serde(borrow)]
    pub weights: BTreeMap<TextRef<'a>, f64>,
}

serbench_driver::borrowed! {
    Node {
        label,
        children,
        next,
        weights,
    }
}

serbench_driver::narrow_visitor_borrowed!(Node);
"""
LIB = """\
/// The type of every value.
pub type Root = types::Node;

impl serbench_driver::Root for Root {
    const HAS_LEAF: bool = true;

    serbench_driver::root! {}

    fn leaf(&self) -> Option<u64> {
        let at = self;
        let at = &at.label;
        Some(at.visit())
    }

    fn look_leaf<'a, A: Accessor<'a>>(root: A) -> Result<Option<u64>, Error> {
        let at = root;
        let at = at.record()?;
        let at = A::field(&at, "label")?;
        String::look(at).map(Some)
    }
}
"""
LEAF = """\
    fn leaf(&self) -> Option<u64> {
        let at = self;
        let at = &at.a_b;
        let at = at.last()?;
        let at = &at.kind;
        let at = at.as_ref()?;
        Some(at.visit())
    }

    fn look_leaf<'a, A: Accessor<'a>>(root: A) -> Result<Option<u64>, Error> {
        let at = root;
        let at = at.record()?;
        let at = A::field(&at, "a b")?;
        let Some(at) = at.items()?.next_back() else { return Ok(None) };
        let at = at?;
        let at = at.record()?;
        let at = A::field(&at, "kind")?;
        let Some(at) = at.present()? else { return Ok(None) };
        types::Kind::look(at).map(Some)
    }
"""
ENUM = """\
#[derive(Clone, Copy, Serialize, Deserialize)]
#[repr(u32)]
pub enum Hue {
    #[serde(rename = "red")]
    Red,
    DarkBlue,
}

serbench_driver::symbols! {
    Hue {
        Red: "red",
        DarkBlue: "DarkBlue",
    }
}
"""
