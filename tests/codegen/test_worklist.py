from serbench.codegen.worklist import Numbered, Worklist


def test_a_part_is_named_once():
    asked = []

    def name(key):
        asked.append(key)
        return key.upper()

    names = Worklist(name)
    assert [names["a"], names["b"], names["a"]] == ["A", "B", "A"]
    assert asked == ["a", "b"]


def test_parts_added_during_iteration_are_visited():
    numbers = Numbered()
    assert numbers["abc"] == 0
    made = []
    for text, number in numbers:
        made.append((number, text))
        if text[1:]:
            assert numbers[text[1:]] == number + 1
    assert made == [(0, "abc"), (1, "bc"), (2, "c")]
