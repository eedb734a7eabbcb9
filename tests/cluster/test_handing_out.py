"""Tasks on workers that die, are slow, or are refused: each counts once."""

import os
import signal
import time
from pathlib import Path

import pytest

from serbench.cluster import handing_out
from serbench.cluster.handing_out import Refused, Task, handed_out
from serbench.errors import UserError

pytest.importorskip("distributed")


def tasks(count, argument=lambda number: number):
    return [Task(number, f"part {number}", argument(number)) for number in range(count)]


def doubled(add, number):
    return 2 * number + add


def refused(numbers, number):
    if number in numbers:
        time.sleep(0.3 if number == min(numbers) else 0)
        raise UserError(f"no {number}")
    if number > max(numbers):
        time.sleep(1)  # begun before the refusal was known, it is given up before it ends
    return number


def begun_once(folder, number):
    """Whether this is the first attempt at the task."""
    try:
        (Path(folder) / str(number)).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def fatal(folder, deadly, number):
    if number == deadly and begun_once(folder, number):
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_fatal(number):
    if number == 1:
        time.sleep(0.5)  # a nanny starts no worker anew that dies while it begins
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow_once(folder, number):
    if number == 0 and begun_once(folder, number):
        for _ in range(600):
            if (Path(folder) / "over").exists():
                break
            time.sleep(0.1)
        else:
            return "late"
    return number


def slept(folder, number):
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(0.1)
    return number


def passing(folder, number):
    if begun_once(folder, number):
        error = UserError("the network was away")
        error.may_pass = True
        raise error
    return number


def faulty(number):
    raise ZeroDivisionError(number)


def out_of_space(number):
    raise OSError(28, "No space left on device", "/scratch")


def test_every_task_is_answered_once_and_few_are_taken_ahead(local):
    taken = []

    def watched():
        for task in tasks(20):
            taken.append(task.number)
            yield task

    answers = {}
    for task, answer in handed_out(local, doubled, (1,), watched()):
        assert task.number not in answers
        answers[task.number] = answer
        assert len(taken) - len(answers) <= 2 * 2
    assert answers == {number: 2 * number + 1 for number in range(20)}


def test_first_refusal_is_told_once_all_before_it_are_done(local):
    done = []
    with pytest.raises(Refused) as raised:
        done.extend(task.number for task, _ in handed_out(local, refused, ({3, 4},), tasks(50)))
    assert (raised.value.task.number, raised.value.refusal.text) == (3, "no 3")
    assert {0, 1, 2} <= set(done) <= {0, 1, 2}


def test_killed_worker_costs_its_task_again_and_no_more(local, tmp_path):
    found = [a for _, a in handed_out(local, fatal, (str(tmp_path), 3), tasks(12))]
    assert sorted(found) == list(range(12))


def test_task_that_kills_every_worker_is_named_and_none_beside_it(local):
    with pytest.raises(UserError, match="part 1: 2 workers died of it"):
        list(handed_out(local, always_fatal, (), tasks(4)))


def test_slow_worker_holds_up_nobody(local, tmp_path, monkeypatch):
    monkeypatch.setattr(handing_out, "_SLOW_S", 0.5)
    found = [a for _, a in handed_out(local, slow_once, (str(tmp_path),), tasks(6))]
    (tmp_path / "over").touch()
    assert sorted(found) == list(range(6))


def test_worker_that_hangs_with_two_tasks_holds_up_nobody(local, tmp_path, monkeypatch):
    monkeypatch.setattr(handing_out, "_SLOW_S", 0.5)
    monkeypatch.setattr(handing_out, "_RESULT_S", 3.0)
    answers = handed_out(local, slept, (str(tmp_path),), tasks(8))
    found = [next(answers)[1]]
    [hanging, *_] = [int(path.name) for path in tmp_path.iterdir()]
    os.kill(hanging, signal.SIGSTOP)
    began_s = time.monotonic()
    try:
        found += [answer for _, answer in answers]
    finally:
        os.kill(hanging, signal.SIGCONT)
    assert sorted(found) == list(range(8))
    assert time.monotonic() - began_s < 60  # Dask itself gives a worker up after five minutes


def test_what_may_pass_is_tried_again(local, tmp_path):
    assert [a for _, a in handed_out(local, passing, (str(tmp_path),), tasks(1))] == [0]


def test_error_of_the_system_names_the_worker(local):
    with pytest.raises(Refused, match=r"tls://127.*: /scratch: No space left"):
        list(handed_out(local, out_of_space, (), tasks(1)))


def test_fault_of_the_function_is_raised(local):
    with pytest.raises(ZeroDivisionError):
        list(handed_out(local, faulty, (), tasks(3)))


def test_worker_with_other_code_refuses(local, monkeypatch):
    monkeypatch.setattr(handing_out.connections, "code", lambda: "9.9.9 (abc)")
    with pytest.raises(Refused, match=r"serbench is .*, and this one"):
        list(handed_out(local, doubled, (1,), tasks(1)))


def test_closed_generator_cancels_what_is_left(local):
    answers = handed_out(local, doubled, (1,), tasks(1000))
    next(answers)
    answers.close()
    assert "pending" not in {state.status for state in local.client.futures.values()}
