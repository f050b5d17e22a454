"""A Ray cluster of two nodes on this machine: its address on stdout, its end with stdin.

A line on stdin kills its second node without warning and starts another one, which is then told on stdout.
"""

from __future__ import annotations

import sys

from ray.cluster_utils import Cluster

MEMORY = 80_000_000


def main() -> None:
    node = {"num_cpus": 1, "object_store_memory": MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    try:
        second = cluster.add_node(**node)
        print(cluster.address, flush=True)
        while sys.stdin.readline():
            cluster.remove_node(second, allow_graceful=False)
            second = cluster.add_node(**node)
            print("replaced", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
