"""Thirteen questions to `serbench choose`, of a results file with invented figures: every line of
the answers is read, and its numbers and comparisons are held against the figures themselves, by
sums that serbench has no part in. A line that this test cannot read fails it."""

import datetime as dt
import math
import re
from dataclasses import dataclass, replace
from itertools import pairwise, product

import pytest
from rich.console import Console

from serbench.commands.choose import ChooseOptions, choices
from serbench.footprint import Footprint
from serbench.measure.protocol import Description, Sample
from serbench.measure.recorder import Sampled
from serbench.measure.verification import Verdict
from serbench.proof.evolution import EvolutionCell
from serbench.proof.interop import InteropCell
from serbench.proof.robustness import Robustness
from serbench.report.choice import print_choice
from serbench.report.units import EN_DASH, TIMES
from serbench.results.choice import GROWTH
from serbench.results.evolution_rows import EvolutionRecorder
from serbench.results.footprint_rows import FootprintRecorder
from serbench.results.interop_rows import InteropRecorder
from serbench.results.recorder import WorkloadRecorder
from serbench.results.robustness_rows import RobustnessRecorder
from serbench.results.store import Store
from tests.results.conftest import catalogued
from tests.results.test_analysis import FACTS, SETTINGS

NAMES = {"cpp": "C++", "go": "Go", "python": "Python", "java": "Java", "rust": "Rust"}
TEXT = ("human-readable", "self-describing")
# Of each codec: format, nanoseconds there and back, bytes, traits.
FIGURES = {
    "cpp/protobuf": ("protobuf", 1000.0, 350, ("schema",)),
    "cpp/rapid": ("json", 3000.0, 700, TEXT),
    "cpp/msg": ("msgpack", 1400.0, 580, ("self-describing",)),
    "cpp/avro": ("avro", 1100.0, 320, ("schema",)),
    "cpp/cereal": ("cereal", 600.0, 300, ("schema",)),
    "cpp/raw": ("flat", 300.0, 500, ("schema", "unchecked")),
    "cpp/hand": ("own", 100.0, 290, ("hand-written",)),
    "go/protobuf": ("protobuf", 3000.0, 350, ("schema",)),
    "go/fast": ("protobuf", 1200.0, 350, ("schema", "unmaintained")),
    "go/json": ("json", 9000.0, 700, TEXT),
    "go/msg": ("msgpack", 3030.0, 580, ("self-describing",)),
    "go/capn": ("capnp", 5000.0, 500, ("schema",)),
    "python/protobuf": ("protobuf", 10000.0, 350, ("schema",)),
    "python/orjson": ("json", 8000.0, 700, TEXT),
    "python/json": ("json", 16000.0, 700, TEXT),
    "python/msg": ("msgpack", 4900.0, 580, ("self-describing",)),
    "python/avro": ("avro", 38000.0, 320, ("schema",)),
    "java/protobuf": ("protobuf", 1600.0, 350, ("schema",)),
    "java/json": ("json", 4600.0, 700, TEXT),
    "java/kryo": ("kryo", 1500.0, 316, ("schema",)),
}
CANNOT_HOLD = "java/msg"
UNCERTAIN = {"java/json"}
OLD = {"go/fast": "2019-05-06", "cpp/msg": "2014-01-31"}
CRASHED = {"python/avro"}
GROWN = {c: True for c in FIGURES if c.endswith(("protobuf", "/avro", "fast"))}
GROWN |= {"cpp/msg": False, "go/msg": False, "cpp/rapid": True}
# Bytes of code, with those of shared libraries, that a footprint shows.
CODE = {c: (40_000, 9_000) for c in FIGURES if c.startswith(("cpp/", "go/"))}
CODE |= {"cpp/protobuf": (40_001, 10_000), "go/msg": (50_000, None)}
del CODE["go/json"], CODE["cpp/avro"]
READS = {("cpp/protobuf", "go/protobuf"): True, ("go/protobuf", "cpp/protobuf"): True}
READS |= {("cpp/rapid", "python/orjson"): False}


@dataclass(frozen=True)
class Question:
    langs: tuple
    by: str = "processor"
    geometric: bool = True
    checked: bool = True
    maintained: bool = True
    grows: bool = False
    readable: bool = False
    max_code: int = 0
    link: float = 0.0
    rate: float = 0.0
    core: float = 0.0
    gigabyte: float = 0.0

    @property
    def options(self):
        return ChooseOptions(
            languages=self.langs,
            by=self.by,
            mean="ratios" if self.geometric else "times",
            checked=self.checked,
            maintained=self.maintained,
            grows=self.grows,
            human_readable=True if self.readable else None,
            max_code=f"{self.max_code}k" if self.max_code else "",
            link=str(int(self.link)) if self.link else "",
            rate=str(int(self.rate)) if self.rate else "",
            core_hour=self.core or None,
            gigabyte=self.gigabyte or None,
            why=True,
        )


THREE = ("cpp", "go", "python")
QUESTIONS = {
    "three languages": Question(THREE),
    "three languages by the mean of the times": Question(THREE, geometric=False),
    "a tie": Question(("go",)),
    "bytes, of which two libraries take the same": Question(("java", "python"), by="bytes"),
    "libraries that nobody maintains": Question(THREE, maintained=False),
    "a schema that grows": Question(("cpp", "go"), grows=True),
    "a slow link": Question(("cpp", "python"), by="link", link=1e6),
    "an uncertain cell and a format that cannot hold": Question(("cpp", "java")),
    "text, of libraries that do not read each other": Question(("cpp", "python"), readable=True),
    "hostile input does not matter": Question(("cpp", "python"), checked=False),
    "money": Question(("cpp", "go"), by="price", rate=5e4, link=1e9, core=0.04, gigabyte=0.09),
    "little code": Question(("cpp", "go"), max_code=50),
    "a language without codecs": Question(("python", "rust")),
}


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = tmp_path_factory.mktemp("questions") / "r.duckdb"
    with Store(path) as store:
        settings = SETTINGS | {"operations": ["serialize", "deserialize"], "processes": 5}
        measured = store.begin_run("0.1", "serbench run log", settings, {"CPU": "fake"})
        store.add_working_set(measured, FACTS)
        recorder = WorkloadRecorder(store, measured, "log")
        for codec in (*FIGURES, CANNOT_HOLD):
            store.add_codec(measured, "log", in_catalog(codec), "2.0")
            if codec == CANNOT_HOLD:
                recorder.judged(codec, Verdict("cannot-hold", "u64"))
                continue
            recorder.judged(
                codec, Verdict("measured", encoded_bytes=FIGURES[codec][2] * FACTS.values)
            )
            names = ["encode", "decode", "serialize", "deserialize"]
            recorder.described(
                codec,
                Description(
                    protocol=1, language=codec.split("/")[0], codec=codec, library="fake",
                    version="2.0", compiler="cc", flags="", allocator="", schema="s",
                    operations=names, same={"serialize": "encode", "deserialize": "decode"},
                ),
            )  # fmt: skip
        for wave, number in product(range(5), range(6)):
            recorder.sampled([sampled(*cell, wave, number) for cell in product(FIGURES, SHARES)])
        store.end_run(measured, "finished", 1.0, {})
        record_proofs(store)
    return path


SHARES = {"encode": 0.4, "decode": 0.6}


def sampled(codec, operation, wave, number):
    spread = 0.25 if codec in UNCERTAIN else 0.001
    ns = FIGURES[codec][1] * SHARES[operation] * (1 + spread * (wave - 2) / 2)
    kernel = (250_000, 250_000)
    sample = Sample(ns=round(1000 * ns * (1 + 1e-4 * (number % 3))), items=1000, kernel_ns=kernel)
    return Sampled(codec, operation, wave, number, sample)


def in_catalog(codec):
    format_, _, _, traits = FIGURES.get(codec, ("msgpack", 0, 0, ()))
    day = OLD.get(codec, dt.date.today().isoformat())
    return replace(catalogued(codec, traits), format=format_, released={"": day})


def record_proofs(store):
    for kind in ("interop", "evolution", "robustness", "footprint"):
        of = store.begin_run("0.1", "serbench", {kind: True}, {}, kind=kind)
        store.add_working_set(of, FACTS)
        for codec in FIGURES:
            store.add_codec(of, "log", in_catalog(codec), "2.0")
        if kind == "interop":
            for (writer, reader), good in READS.items():
                details = {} if good else {"wrong": 1, "case": "value 2", "said": "too long"}
                outcome = "same bytes" if good else "refused"
                cell = InteropCell(
                    wire="w", writer=writer, reader=reader, outcome=outcome, values=3, **details
                )
                InteropRecorder(store, of, "log").found(cell)
        elif kind == "evolution":
            for (codec, good), rule in product(GROWN.items(), GROWTH):
                EvolutionRecorder(store, of, "log").found(
                    EvolutionCell(
                        codec=codec, means="", rule=rule, place="R.x", case="",
                        direction="old to new", outcome="kept" if good else "refused",
                        values=2, alike=2,
                    )
                )  # fmt: skip
        elif kind == "footprint":
            for codec, (code, shared) in CODE.items():
                figures = {"code_bytes": code, "shared_bytes": shared, "compile_s": code / 1e4}
                FootprintRecorder(store, of, "log").found(Footprint(codec=codec, **figures))
        else:
            for codec in FIGURES:
                counts = {"bit flipped": {"crashed" if codec in CRASHED else "refused": 3}}
                finding = Robustness(codec=codec, version="2.0", cases=3, counts=counts)
                RobustnessRecorder(store, of, "log").found(finding)


# What the figures say.


def language(codec):
    return codec.split("/")[0]


def why_out(codec, q):
    traits = FIGURES[codec][3]
    if q.checked and "unchecked" in traits:
        return "it trusts its input"
    if q.maintained and "unmaintained" in traits:
        return "its authors maintain it no longer"
    if q.checked and codec in CRASHED:
        return "hostile bytes end its process"
    if q.readable and "human-readable" not in traits:
        return "it is not human-readable"
    if q.grows and codec not in GROWN:
        return "whether it survives a schema that grows was not looked for"
    if q.grows and not GROWN[codec]:
        return "refused"
    if q.max_code and codec not in CODE:
        return "footprint not measured"
    if q.max_code and (code := sum(filter(None, CODE[codec]))) > 1000 * q.max_code:
        return f"a program ships {code:,} B for it"
    return ""


def cost(q, ns, size):
    if q.by == "price":
        return q.rate * (ns / 1e9 * q.core + 3600 * size / 1e9 * q.gigabyte)
    return {"processor": ns, "bytes": size, "link": ns + size * 8e9 / (q.link or 1)}[q.by]


def averaged(q, numbers):
    if q.geometric and q.by != "price":
        return math.prod(numbers) ** (1 / len(numbers))
    return sum(numbers) / len(numbers)


def time_of(q, codecs):
    return averaged(q, [FIGURES[c][1] for c in codecs])


def bytes_of(codecs):
    return sum(FIGURES[c][2] for c in codecs) / len(codecs)


def cost_of(q, codecs):
    if q.by == "bytes":
        return bytes_of(codecs)
    return averaged(q, [cost(q, *FIGURES[c][1:3]) for c in codecs])


def truth(q):
    """By format the codecs of each language, for those that all have and for those that some lack;
    and each language's fastest codec."""
    fit = [
        c for c in FIGURES
        if language(c) in q.langs and "hand-written" not in FIGURES[c][3] and not why_out(c, q)
    ]  # fmt: skip
    whole, gapped = {}, {}
    for format_ in {FIGURES[c][0] for c in fit}:
        of = [[c for c in fit if FIGURES[c][0] == format_ and language(c) == at] for at in q.langs]
        ways = [
            way for way in product(*filter(None, of))
            if all(READS.get(pair, True) for pair in product(way, way))
        ]  # fmt: skip
        best = min(ways, key=lambda way: (cost_of(q, way), time_of(q, way)))
        (whole if len(best) == len(q.langs) else gapped)[format_] = best
    fastest = {
        at: min(
            (c for c in fit if language(c) == at), key=lambda c: (c in UNCERTAIN, FIGURES[c][1])
        )
        for at in {language(c) for c in fit}
    }
    return whole, gapped, fastest


# What the answer says.

NUMBER = r"([\d.,]+)"
UNITS = {"ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9, "B": 1.0, "an hour": 1.0}


def amount(text):
    number, unit = re.fullmatch(rf"{NUMBER} (ns|µs|ms|s|B|an hour)", text).groups()
    return float(number.replace(",", "")) * UNITS[unit]


def is_near(said, meant, share=0.012):
    return abs(said - meant) <= share * abs(meant)


def listed(text):
    return re.split(", | and ", text)


def names(languages):
    return {NAMES[at] for at in languages}


class Reader:
    """Holds the lines of one answer against the truth; each method takes a kind of line."""

    def __init__(self, q):
        self.q = q
        self.whole, self.gapped, self.fastest = truth(q)
        self.all = self.whole | self.gapped
        self.order = sorted(self.whole, key=lambda f: (cost_of(q, self.whole[f]), f))
        self.kinds, self.clauses = set(), set()
        self.offer = ""

    def is_wide(self, format_):
        return self.q.by == "processor" and bool(UNCERTAIN & set(self.all[format_]))

    def ratio(self, one, other, of=cost_of):
        return of(self.q, self.all[one]) / of(self.q, self.all[other])

    def firsts(self):
        """The formats within what is a tie of the cheapest; the figures leave nothing between."""
        best = cost_of(self.q, self.whole[self.order[0]])
        bound = best * (1.0 if self.q.by == "bytes" else 1.03)
        return [f for f in self.order if cost_of(self.q, self.whole[f]) <= bound]

    # The sentence for a colleague.

    def sentence(self, text):
        q = self.q
        head, told = re.fullmatch(
            r"For (.*?), (?:at .* a second.*, )?((?:by|at) .*)", text
        ).groups()
        by, _, told = told.partition(": ")
        assert set(listed(head)) == names(q.langs)
        assert {
            "processor": "by processor time", "bytes": "by bytes",
            "link": "by the time until a message is there over 1.00 Mbit/s",
            "price": "at 0.0400 for an hour of a core and 0.0900 for a gigabyte",
        }[q.by] == by  # fmt: skip
        if not self.whole:
            gap = re.fullmatch(
                r"no format that is measured here fits\. (\S+) has nothing for (\S+)\.", told
            )
            assert set(q.langs) - {language(c) for c in self.gapped[gap[1]]} >= {
                at for at, name in NAMES.items() if name == gap[2]
            }
            self.clauses.add("nothing fits")
            return
        winners, *clauses = told.removesuffix(".").split("; ")
        self.check_winners(winners)
        heads = [self.clause(clause) for clause in clauses]
        self.clauses |= {kind for kind, _ in heads}
        assert sorted(heads) == sorted(self.expected_clauses())

    def check_winners(self, text):
        said = listed(text.removesuffix(", tied"))
        assert sorted(said) == sorted(self.firsts())
        assert text.endswith(", tied") == (len(said) > 1)
        self.clauses |= {"tied"} if len(said) > 1 else set()

    def clause(self, text):
        best = self.order[0]
        if found := re.fullmatch(r"(\S+) is (\d+) % smaller and takes (.*)", text):
            format_, less, rest = found.groups()
            assert abs(int(less) - 100 * (1 - self.bytes(format_) / self.bytes(best))) <= 0.51
            self.check_takes(format_, best, rest)
            return "smaller", format_
        if found := re.fullmatch(r"(\S+) takes (.*) and (\d+) % more bytes", text):
            format_, rest, more = found.groups()
            assert abs(int(more) - 100 * (self.bytes(format_) / self.bytes(best) - 1)) <= 0.51
            self.check_takes(format_, best, rest)
            assert self.ratio(format_, best, time_of) < 1
            return "quicker", format_
        found = re.fullmatch(
            r"(\S+) is (.+?) in (.+?) \((.+?) against (.+?)\) but has nothing for (.+) here", text
        )
        if found:
            format_, word, where, own, of_best, lacking = found.groups()
            assert word == {
                "bytes": "smaller", "processor": "faster", "link": "sooner there",
                "price": "cheaper",
            }[self.q.by]  # fmt: skip
            codecs = self.gapped[format_]
            there = [language(c) for c in codecs]
            assert set(listed(where)) == names(there)
            assert set(listed(lacking)) == names(set(self.q.langs) - set(there))
            beside = [c for c in self.whole[best] if language(c) in there]
            assert is_near(amount(own), cost_of(self.q, codecs))
            assert is_near(amount(of_best), cost_of(self.q, beside))
            assert amount(own) < amount(of_best)
            return "ahead", format_
        self.check_old(text, [c for f in self.firsts() for c in self.whole[f]])
        return "old", ""

    def bytes(self, format_):
        return bytes_of(self.all[format_])

    def check_takes(self, format_, best, text):
        found = re.fullmatch(rf"{NUMBER} times the processor time(?: \((.*)\))?", text)
        assert is_near(float(found[1]), self.ratio(format_, best, time_of))
        each = dict(part.rsplit(" ", 1) for part in found[2].split(", ")) if found[2] else {}
        assert set(each) == (names(self.q.langs) if len(self.q.langs) > 1 else set())
        for one, other in zip(self.whole[format_], self.whole[best], strict=True):
            if each:
                said = float(each[NAMES[language(one)]])
                assert is_near(said, FIGURES[one][1] / FIGURES[other][1])

    def check_old(self, text, codecs):
        said = re.fullmatch(r"measured in (a version|versions) of (.*)", text)
        old = [f"{OLD[c][:7]} ({c})" for c in codecs if c in OLD]
        assert said[2].split(", ") == old
        assert (said[1] == "a version") == (len(old) == 1)

    def expected_clauses(self):
        best, firsts = self.order[0], self.firsts()
        rest = [f for f in self.order if f not in firsts]
        smaller = [f for f in rest if self.bytes(f) < 0.995 * self.bytes(best)]
        quicker = [f for f in rest if self.ratio(f, best, time_of) < 0.97]
        if smaller:
            one = min(smaller, key=lambda f: self.bytes(f) * time_of(self.q, self.whole[f]))
            least = min(smaller, key=self.bytes)
            yield "smaller", one
            if self.bytes(least) < 0.95 * self.bytes(one):
                yield "smaller", least
        if (
            quicker
            and (one := min(quicker, key=lambda f: time_of(self.q, self.whole[f]))) not in smaller
        ):
            yield "quicker", one

        def gain(format_):
            there = {language(c) for c in self.gapped[format_]}
            beside = [c for c in self.whole[best] if language(c) in there]
            return cost_of(self.q, self.gapped[format_]) / cost_of(self.q, beside)

        if ahead := [f for f in self.gapped if gain(f) < 0.99]:
            yield "ahead", min(ahead, key=gain)
        if any(c in OLD for f in firsts for c in self.whole[f]):
            yield "old", ""

    # The lines below it.

    def line(self, text):
        patterns = {
            self.head: rf"(\d+(?:{EN_DASH}\d+)?|{EN_DASH}) +(\S+)  (\S+ B)(?:  (.+))?",
            self.library: rf" {{4}}(\w+/\S+) +(\S+ \S+) (±\S+ %|\S+{EN_DASH}\S+)(\??)"
            rf"(?: +([\d.]+){TIMES} \(([\d.]+){EN_DASH}([\d.]+)\))? +(\S+ B)",
            self.gap: r" {4}nothing for (\S+): (.*)",
            self.gives_up: r" {4}gives up: (.*)",
            self.old: r" {4}(measured in .*)",
            self.unshown: r" {4}not shown here: (.*)",
            self.mean: r" {6}its time is the (geometric mean|mean) of (.*): (\S+ \S+) (\S+.*)",
            self.link: r" {6}(\S+ B) over (\S+) Mbit/s take (\S+ \S+) more: (.*)",
            self.price: r" {6}(\S+) cores at (\S+) and (\S+) GB in an hour at (\S+): (.*)",
            self.only_bytes: r" {6}only its bytes count: (.*)",
            self.no_rank: r" {6}it has no rank, since a language lacks it()",
            self.against: r" {6}(\S+) (was shown cheaper|was shown dearer|is tied with it|"
            rf"is not decided against it): (\S+) times its cost \((\S+){EN_DASH}(\S+)\)",
            self.out: r"Out: (.*): (.*)",
            self.missing: r"Not measured here: (.*)",
            self.legend: r"(Of each format .*)",
        }
        for check, pattern in patterns.items():
            if found := re.fullmatch(pattern, text):
                self.kinds.add(check.__name__)
                check(*found.groups())
                return
        raise AssertionError(f"nobody reads: {text!r}")

    def head(self, rank, format_, size, total):
        self.offer = format_
        assert amount(size) == pytest.approx(self.bytes(format_), abs=0.06)
        assert (rank == EN_DASH) == (format_ in self.gapped)
        if format_ in self.whole:
            # What stands in order has the ranks of its place, but for ties and what is uncertain.
            low, _, high = rank.partition(EN_DASH)
            near = [f for f in self.order if f != format_ and self.is_open(f, format_)]
            cheaper = [f for f in self.order if f not in near and self.ratio(f, format_) < 1]
            assert int(low) == 1 + len(cheaper)
            dearer = len(self.order) - 1 - len(near) - len(cheaper)
            assert int(high or low) == len(self.order) - dearer
        assert (total is None) == (self.q.by == "bytes")
        if total:
            self.check_total(total)

    def is_open(self, one, other):
        """Whether no order is shown of two formats."""
        if self.q.by == "bytes":
            return self.bytes(one) == self.bytes(other)
        if self.is_wide(one) or self.is_wide(other):
            return 0.7 < self.ratio(one, other) < 1.4
        return 0.97 < self.ratio(one, other) < 1.03

    def check_total(self, text):
        q, codecs = self.q, self.all[self.offer]
        share = 0.05 if self.is_wide(self.offer) else 0.012
        if q.by == "price":
            found = re.fullmatch(r"(\S+ an hour) \((\S+) cores, (\S+) Mbit/s\)", text)
            assert is_near(float(found[2]), q.rate * time_of(q, codecs) / 1e9)
            assert is_near(float(found[3]), q.rate * bytes_of(codecs) * 8 / 1e6)
        else:
            found = re.match(rf"(\S+ \S+) (?:±\S+ %|\S+{EN_DASH}\S+)(\??)", text)
            assert bool(found[2]) == self.is_wide(self.offer)
        assert is_near(amount(found[1]), cost_of(q, codecs), share)
        fastest = re.search(rf"{NUMBER} times the fastest", text)
        assert bool(fastest) == (q.by == "processor" and q.geometric)
        if fastest:
            ratios = [FIGURES[c][1] / FIGURES[self.fastest[language(c)]][1] for c in codecs]
            assert is_near(float(fastest[1]), averaged(q, ratios), share)

    def library(self, codec, time, _spread, mark, ratio, low, high, size):
        assert codec in self.all[self.offer]
        assert bool(mark) == (codec in UNCERTAIN)
        assert is_near(amount(time), FIGURES[codec][1], 0.05 if mark else 0.012)
        assert amount(size) == FIGURES[codec][2]
        fastest = self.fastest[language(codec)]
        assert (ratio is None) == (codec == fastest)
        if ratio:
            meant = FIGURES[codec][1] / FIGURES[fastest][1]
            assert is_near(float(ratio), meant, 0.05 if mark else 0.012)
            assert float(low) <= float(ratio) <= float(high)

    def gap(self, name, why):
        [lacking] = [at for at, language_name in NAMES.items() if language_name == name]
        assert lacking not in {language(c) for c in self.gapped[self.offer]}
        out = {
            c: why_out(c, self.q) for c in FIGURES
            if FIGURES[c][0] == self.offer and language(c) == lacking and why_out(c, self.q)
        }  # fmt: skip
        if (self.offer, lacking) == ("msgpack", "java"):
            assert why == "java/msg: cannot-hold: u64"
        elif out:
            assert all(c in why and reason in why for c, reason in out.items())
        else:
            assert why == "no library was measured"

    def gives_up(self, text):
        among = self.whole if self.offer in self.whole else self.gapped
        codecs = self.all[self.offer]
        least = min(map(self.bytes, among))
        for part in text.split("; "):
            if found := re.fullmatch(r"(\d+) % more bytes than (\S+)", part):
                assert self.bytes(found[2]) == least
                assert abs(int(found[1]) - 100 * (self.bytes(self.offer) / least - 1)) <= 0.51
            elif part in ("people cannot read it", "readers need the schema"):
                trait = TEXT[part == "readers need the schema"]
                assert not all(trait in FIGURES[c][3] for c in codecs)
            elif found := re.fullmatch(r"(.*): corrupted bytes are undefined behaviour", part):
                assert set(found[1].split(", ")) == {
                    c for c in codecs if "unchecked" in FIGURES[c][3]
                }
            else:
                failed = {c for c in codecs if GROWN.get(c) is False}
                assert failed, part
                assert any(c in part for c in failed) or "refused" in part

    def old(self, text):
        self.check_old(text, self.all[self.offer])

    def unshown(self, text):
        """Of each proof the codecs that it was not made of; none are named if it was of none."""
        codecs = self.all[self.offer]
        parts = dict((part + ": ").split(": ")[:2] for part in text.split("; "))
        pairs = [
            f"{a} and {b}" for i, a in enumerate(codecs) for b in codecs[i + 1 :]
            if (a, b) not in READS or (b, a) not in READS
        ]  # fmt: skip
        grown = [c for c in codecs if c not in GROWN]
        for said, lacking in (
            ("that they read each other", pairs),
            ("what becomes of it as the schema grows", grown),
        ):
            assert (said in parts) == bool(lacking)
            if parts.get(said):
                assert parts[said] == ", ".join(lacking)
        assert "what hostile bytes do to it" not in parts

    def mean(self, kind, parts, time, _spread):
        geometric = self.q.geometric and self.q.by != "price"
        assert kind == ("geometric mean" if geometric else "mean")
        said = dict(
            reversed(re.fullmatch(r"(\S+ \S+) \((\S+)\)", p).groups()) for p in parts.split(", ")
        )
        assert set(said) == set(self.all[self.offer])
        for codec, text in said.items():
            assert is_near(amount(text), FIGURES[codec][1], 0.05 if codec in UNCERTAIN else 0.012)
        share = 0.05 if UNCERTAIN & set(said) else 0.012
        assert is_near(amount(time), time_of(self.q, self.all[self.offer]), share)

    def link(self, size, mbit, more, total):
        assert float(mbit) == self.q.link / 1e6
        assert is_near(amount(more), self.bytes(self.offer) * 8e9 / self.q.link)
        assert amount(size) == pytest.approx(self.bytes(self.offer), abs=0.06)
        self.check_total(total.removesuffix(", the geometric mean of both together"))

    def price(self, cores, core, sent, gigabyte, total):
        q = self.q
        assert (float(core), float(gigabyte)) == (q.core, q.gigabyte)
        assert is_near(float(cores), q.rate * time_of(q, self.all[self.offer]) / 1e9)
        assert is_near(float(sent), q.rate * 3600 * self.bytes(self.offer) / 1e9)
        self.check_total(total)

    def only_bytes(self, size):
        assert amount(size) == pytest.approx(self.bytes(self.offer), abs=0.06)

    def no_rank(self, _):
        assert self.offer in self.gapped

    def against(self, other, told, times, low, high):
        meant = self.ratio(other, self.offer)
        wide = self.is_wide(other) or self.is_wide(self.offer)
        assert is_near(float(times), meant, 0.05 if wide else 0.012)
        assert float(low) <= float(times) <= float(high)
        if self.is_open(other, self.offer):
            assert told == ("is not decided against it" if wide else "is tied with it")
        else:
            assert told == ("was shown cheaper" if meant < 1 else "was shown dearer")

    def out(self, codecs, why):
        if CANNOT_HOLD in codecs:
            assert (codecs, why) == (f"{CANNOT_HOLD}: cannot-hold", "u64")
            return
        for codec in codecs.split(": ")[0].split(", "):
            meant = why_out(codec, self.q)
            assert meant
            assert why.endswith(meant)

    def missing(self, text):
        if found := re.fullmatch(r"(\S+): not measured here; serbench run log --lang (\S+)", text):
            assert {at for at in self.q.langs if not any(language(c) == at for c in FIGURES)} == {
                at for at, name in NAMES.items() if name == found[1]
            }
            assert tuple(found[2].split(",")) == self.q.langs
        else:
            said, command = re.fullmatch(r"(.*): serbench (\w+) --of \S+", text).groups()
            if command == "footprint":
                unsized = {c for c in FIGURES if why_out(c, self.q) == "footprint not measured"}
                assert names(language(c) for c in unsized if language(c) in self.q.langs) == set(
                    listed(said.removeprefix("code sizes in "))
                )
                return
            assert command == {"that they read each other": "interop"}.get(said, "evolve")
            codecs = {c for offer in self.whole.values() for c in offer}
            assert command == "interop" or codecs - set(GROWN)

    def legend(self, text):
        geometric = self.q.geometric and self.q.by != "price"
        assert ("the geometric mean over" in text) == geometric


def answered(q, db):
    """A reader that has read the whole answer, and the formats in its order."""
    [(choice, grounds)] = choices(replace(q.options, db=db))
    console = Console(width=2000, force_terminal=False)
    with console.capture() as printed:
        print_choice(choice, grounds, console, why=True)
    sentence, *lines = [line.rstrip() for line in printed.get().splitlines() if line.strip()]
    reader = Reader(q)
    reader.sentence(sentence)
    formats = []
    for line in lines:
        reader.line(line)
        if reader.offer not in formats:
            formats.append(reader.offer)
    return reader, formats


@pytest.mark.parametrize("name", QUESTIONS)
def test_answer_agrees_with_the_figures(name, db):
    reader, formats = answered(QUESTIONS[name], db)
    assert set(formats) == set(reader.all)
    whole = formats[: len(reader.whole)]
    assert set(whole) == set(reader.whole)
    for one, other in pairwise(whole):
        assert reader.ratio(other, one) >= 1 or reader.is_open(other, one)


def test_thirteen_questions_bring_out_every_kind_of_sentence(db):
    readers = [answered(q, db)[0] for q in QUESTIONS.values()]
    clauses = {kind for reader in readers for kind in reader.clauses}
    assert clauses == {"smaller", "quicker", "ahead", "old", "tied", "nothing fits"}
    lines = {kind for reader in readers for kind in reader.kinds}
    assert lines == {
        *("head", "library", "gap", "gives_up", "old", "unshown", "mean", "link", "price"),
        *("only_bytes", "no_rank", "against", "out", "missing", "legend"),
    }
