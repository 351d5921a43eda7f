import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Keeps the process ids it is told of and kills those that are left when whoever tells it is gone. */
const WATCH = `left=' '
while read -r sign pid; do
  case $sign in +) left="$left$pid " ;; -) left="\${left%% $pid *} \${left#* $pid }" ;; esac
done
[ "$left" = ' ' ] || kill -9 $left 2> /dev/null
`;

let watch: ChildProcess | undefined;

/** Sees to it that a child ends when this process does, even where this process is killed. */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  watch ??= newWatch();
  const { stdin } = watch;
  stdin?.write(`+ ${pid}\n`);
  child.once('exit', () => stdin?.write(`- ${pid}\n`));
}

/** In a group of its own, which a signal to this process's group does not reach. */
function newWatch(): ChildProcess {
  const child = spawn('sh', ['-c', WATCH], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.stdin?.on('error', () => undefined);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}
