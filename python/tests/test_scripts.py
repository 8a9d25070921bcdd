"""The job scripts, run by bash beside commands that only tell what they were asked."""

import os
import signal
import subprocess
import time

import pytest
from parlor.scripts import SCRIPTS

# Every command writes its words down; those that would stay until the end of the job stay until they are killed.
FAKES = {
    "scontrol": 'echo "scontrol $*" >> told; [ "$1" = show ] && printf "n1\\nn2\\nn3\\n"; true',
    "srun": 'echo "srun $*" >> told; exec sleep 60',
    "ray": 'echo "ray $*" >> told; [ "$1" = status ] || exec sleep 60',
}


def started(folder, kind, parlor):
    for name, text in {**FAKES, "parlor": f'echo "parlor $*" >> told; {parlor}'}.items():
        path = folder / name
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)
    (folder / "job.sh").write_text(SCRIPTS[kind])
    env = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", SLURM_JOB_ID="17", SLURM_JOB_NODELIST="n[1-3]")
    env.pop("PARLOR_KEEP", None)
    words = ["bash", "job.sh", "4", "conics", "odds"]
    # In a session of its own, so that what is left over can be found and ended.
    return subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True)


def nothing_is_left(job):
    end = time.time() + 10
    while time.time() < end:
        try:
            os.killpg(job.pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    os.killpg(job.pid, signal.SIGKILL)
    return False


@pytest.mark.parametrize("kind", SCRIPTS)
@pytest.mark.parametrize("code", [0, 3])
def test_a_script_asks_says_the_answer_and_ends_what_it_started(tmp_path, kind, code):
    # Commands in the background are told when the machine comes to them: the answer waits for all of them.
    nodes = 2 if kind == "slurm" else 0
    told_of = f'for try in {{1..500}}; do [ "$(grep -c ^srun told)" = {nodes} ] && break; sleep 0.1; done'
    job = started(tmp_path, kind, f"{told_of}; echo answer; exit {code}")
    answer, _ = job.communicate(timeout=60)
    told = (tmp_path / "told").read_text()
    assert answer == "answer\n" and job.returncode == code and nothing_is_left(job)
    assert "parlor cluster run 4 conics odds --address" in told and "requeue" not in told
    if kind == "slurm":
        assert "srun --nodes=1 --ntasks=1 --nodelist=n1 ray start --head" in told
        assert "srun --nodes=2 --ntasks=2 --exclude=n1 ray start --address=n1:6379" in told
        assert "--address n1:6379 --keep parlor-17.txt" in told


def test_a_job_that_must_make_room_stands_in_line_again(tmp_path):
    job = started(tmp_path, "slurm", "exec sleep 60")
    told, end = tmp_path / "told", time.time() + 30
    while time.time() < end and not (told.exists() and "parlor cluster run" in told.read_text()):
        time.sleep(0.1)
    # Between the start of the driver and the knowledge of its number lies one assignment.
    time.sleep(0.5)
    job.send_signal(signal.SIGUSR1)
    job.communicate(timeout=30)
    assert "scontrol requeue 17" in told.read_text()
    assert job.returncode == 0 and nothing_is_left(job)
