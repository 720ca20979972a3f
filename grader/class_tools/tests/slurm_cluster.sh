# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# A real Slurm of several nodes on this machine, in a folder of its own and without systemd: munged,
# slurmctld and a slurmd for each node, as Debian packages them. To be sourced by a script that runs as root.
#
# Everything lives in a process namespace that ends with the script, and each node in one of its
# own: to kill a node kills all that runs on it, and nothing is ever left behind.

# Why there can be none here; nothing where there can.
why_no_cluster() {
  local program
  PATH=$PATH:/usr/sbin:/sbin
  [ "$(id -u)" = 0 ] || { echo "only root can start one" && return; }
  for program in munged slurmctld slurmd sbatch squeue scontrol scancel; do
    command -v $program >/dev/null || { echo "$program is not installed" && return; }
  done
  unshare --pid --fork --mount-proc true 2>/dev/null || echo "no namespaces of processes can be made"
}

# Runs this script again in a namespace of processes of its own.
in_own_namespace() { # in_own_namespace SCRIPT ARGUMENT...
  [ "${CUDALAB_CLUSTER:-}" = inside ] ||
    CUDALAB_CLUSTER=inside exec unshare --pid --fork --kill-child --mount-proc bash "$@"
}

free_port() {
  local port
  while port=$((20000 + RANDOM % 12000)) && (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo $port
}

start_cluster() { # start_cluster FOLDER NODES CPUS LARGEST_ARRAY
  cluster=$1 nodes=$2
  local here number
  here=$(uname -n)
  mkdir -p "$cluster"/{munge,state,spool}
  chmod 755 "$cluster" "$cluster/munge"
  head -c 128 /dev/urandom >"$cluster/munge.key"
  chmod 600 "$cluster/munge.key"
  munged --force --key-file="$cluster/munge.key" --socket="$cluster/munge/socket" \
    --pid-file="$cluster/munge/pid" --log-file="$cluster/munge/log" \
    --seed-file="$cluster/munge/seed" || return
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=labs
SlurmctldHost=$here(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket,cred_expire=5
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0
GresTypes=gpu
SlurmdTimeout=5
KillWait=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
MessageTimeout=5
MaxArraySize=$4
CONF
  for ((number = 1; number <= nodes; ++number)); do
    echo "NodeName=n$number NodeHostname=$here NodeAddr=127.0.0.1 Port=$(free_port) CPUs=$3 RealMemory=4000$(
      [ $number != "$nodes" ] || echo ' Gres=gpu:1'
    )" >>"$cluster/slurm.conf"
  done
  cat >>"$cluster/slurm.conf" <<CONF
PartitionName=main Nodes=ALL Default=YES State=UP PriorityTier=1
PartitionName=urgent Nodes=ALL State=UP PriorityTier=2
CONF
  echo "NodeName=n$nodes Name=gpu File=/dev/null" >"$cluster/gres.conf"
  echo "CgroupPlugin=cgroup/v1" >"$cluster/cgroup.conf"
  export SLURM_CONF=$cluster/slurm.conf
  start_controller
  for ((number = 1; number <= nodes; ++number)); do start_node n$number; done
  until_true 10 nodes_are_idle
}

nodes_are_idle() { [ "$(sinfo --noheader --Node --partition=main --format=%t 2>/dev/null | grep -c '^idle$')" = "$nodes" ]; }

start_controller() { slurmctld -D >/dev/null 2>&1 & controller=$!; }
kill_controller() { kill -KILL "$controller" && wait "$controller" 2>/dev/null; pkill -f '^[^ ]*: slurmscriptd'; }

stop_controller() { kill "$controller" && wait "$controller"; } # it writes down what it knows

declare -A node_process
start_node() { # start_node NAME
  unshare --pid --fork --kill-child --mount-proc slurmd -D -N "$1" >/dev/null 2>&1 &
  node_process[$1]=$!
}
kill_node() { # kill_node NAME: with all that runs on it
  kill -KILL "${node_process[$1]}" && wait "${node_process[$1]}" 2>/dev/null
}

# Waits for something to become true; false when it does not in time.
until_true() { # until_true SECONDS COMMAND...
  local tries=$(($1 * 10))
  shift
  while ! "$@"; do
    ((tries-- > 0)) || return
    sleep 0.1
  done
}

# Else its daemons write while their folder is removed.
stop_cluster() {
  local each
  for each in "${!node_process[@]}"; do kill -KILL "${node_process[$each]}" 2>/dev/null; done
  [ -z "${controller:-}" ] || kill_controller
  [ -z "${cluster:-}" ] || kill -KILL "$(cat "$cluster/munge/pid")"
  wait
} 2>/dev/null
