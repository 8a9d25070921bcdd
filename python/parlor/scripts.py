"""Job scripts for `parlor cluster run`: what starts Ray, asks, and ends it again.

The words after the script's name are those of `parlor cluster run`: parts and a sentence, or a sentence that is shared
out and `--workers N`. Answered parts, or proved facts, are kept in a file that the next start goes on from.
"""

_END = """\
wait "$driver"
code=$?
# A signal that was handled interrupts the wait as well.
while kill -0 "$driver" 2>/dev/null; do wait "$driver"; code=$?; done
exit "$code"
"""

SLURM = (
    """\
#!/bin/bash
# sbatch THIS PARTS SENTENCE... or THIS SENTENCE --workers N: Ray on all nodes of the job, the first of which is its head.
#SBATCH --job-name=parlor
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --time=24:00:00
#SBATCH --open-mode=append
# Two minutes before the end of its time, or when it must make room, the job puts itself in line again.
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
port=${PARLOR_PORT:-6379}
keep=${PARLOR_KEEP:-parlor-$SLURM_JOB_ID.txt}
nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
head=${nodes[0]}
started=()
end() { kill "${started[@]}" 2>/dev/null; wait "${started[@]}" 2>/dev/null; }
requeue() {
    # Told to end, the driver keeps what it has; its workers stay until it has done so.
    [ -n "$driver" ] && kill "$driver" 2>/dev/null && wait "$driver" 2>/dev/null
    end
    scontrol requeue "$SLURM_JOB_ID"
    exit 0
}
driver=
trap end EXIT
trap requeue USR1
srun --nodes=1 --ntasks=1 --nodelist="$head" ray start --head --node-ip-address="$head" --port="$port" --block &
started+=($!)
for try in {1..60}; do ray status --address="$head:$port" >/dev/null 2>&1 && break; sleep 1; done
if [ "${#nodes[@]}" -gt 1 ]; then
    others=$(( ${#nodes[@]} - 1 ))
    srun --nodes="$others" --ntasks="$others" --exclude="$head" ray start --address="$head:$port" --block &
    started+=($!)
fi
parlor cluster run "$@" --address "$head:$port" --keep "$keep" &
driver=$!
"""
    + _END
)

LOCAL = (
    """\
#!/bin/bash
# THIS PARTS SENTENCE... or THIS SENTENCE --workers 2: Ray with two workers on this machine.
port=${PARLOR_PORT:-6379}
keep=${PARLOR_KEEP:-parlor-local.txt}
ray start --head --node-ip-address=127.0.0.1 --port="$port" --num-cpus=2 --block >/dev/null &
head=$!
end() { kill "$head" 2>/dev/null; wait "$head" 2>/dev/null; }
driver=
trap end EXIT
trap '[ -n "$driver" ] && kill "$driver" || exit 130' INT TERM
for try in {1..60}; do ray status --address="127.0.0.1:$port" >/dev/null 2>&1 && break; sleep 1; done
parlor cluster run "$@" --address "127.0.0.1:$port" --keep "$keep" &
driver=$!
"""
    + _END
)

SCRIPTS = {"slurm": SLURM, "local": LOCAL}
