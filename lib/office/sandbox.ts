import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { env } from '#lib/core/env'
import { fontFolders } from './fonts.ts'

/**
 * Linux namespaces of its own: no network, no other processes, and mounts that only it sees (unshare(1)). Everything in
 * them is killed when the caller ends, however it ends.
 */
const namespaces = ['setpriv', '--pdeathsig', 'KILL', 'unshare', '-rmnpf', '--mount-proc', '--kill-child']

/** Where the program finds the working folder of its caller. */
export const workFolder = '/work'

/**
 * Runs a program in a new root that contains programs, libraries, fonts and the working folder: no home folders, no
 * settings of the machine. What it shows of the machine is read-only, as the user may be root, and the program has no
 * capabilities to mount or unmount anything. The folders of the service, `$1` and `$2`, may lie among the programs and
 * are hidden, except the fonts of the service. `$3` is the folder of LibreOffice.
 */
const inNewRoot = `set -e
PATH=$PATH:/usr/sbin:/sbin
service=$1 data=$2 office=$3
shift 3
mkdir -p root
mount -t tmpfs -o size=1m none root
show() {
  if [ -L "$1" ]; then mkdir -p "root\${1%/*}"; ln -s "$(readlink "$1")" "root$1"; return 0; fi
  if [ -d "$1" ]; then mkdir -p "root$1"
  elif [ -e "$1" ]; then mkdir -p "root\${1%/*}"; : > "root$1"
  else return 0
  fi
  mount -o rbind "$1" "root$1"
}
show_at() {
  if [ -d "$2" ]; then mkdir -p "root$1"; mount -o rbind "$2" "root$1"; fi
}
for path in /usr /bin /sbin /lib /lib32 /lib64 /nix/store /gnu/store /etc/alternatives /etc/ld.so.cache \\
  /etc/localtime /etc/fonts /var/cache/fontconfig /etc/libreoffice /var/lib/libreoffice \\
  /proc /dev/null /dev/zero /dev/random /dev/urandom; do show "$path"; done
[ -d "root$office" ] || show "$office"
for path in "$service" "$data"; do
  if [ -d "root$path" ]; then mount -t tmpfs -o size=1m none "root$path"; fi
done
${Object.entries(fontFolders)
  .map(([place, folder]) => `show_at ${place} "$service/${folder}"`)
  .join('\n')}
mkdir -p root${workFolder} root/tmp root/old
mount -o bind . root${workFolder}
cd root
pivot_root . old
umount -l old
rmdir old
while read -r _ path _; do
  case $path in
    / | ${workFolder} | /dev/*) ;;
    *) mount -o remount,bind,ro "$path" ;;
  esac
done < /proc/mounts
cd ${workFolder}
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"`

/** The command that runs `office` with these arguments in isolation. It is called in the working folder. */
export function isolatedCommand(office: string, args: string[]): string[] {
  const { dataDir } = env()
  const data = existsSync(dataDir) ? realpathSync(dataDir) : dataDir
  const folders = [process.cwd(), data, findInstallation(office)]
  return [...namespaces, '/bin/sh', '-c', inNewRoot, 'sh', ...folders, office, ...args]
}

/**
 * Why programs cannot be isolated here, in the words of unshare(1); null where they can. Some systems allow no
 * namespaces, or no mounts in them.
 */
export function findIsolationProblem(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-office-'))
  try {
    const [command, ...args] = isolatedCommand('/bin/sh', ['-c', ':'])
    const { status, stderr, error } = spawnSync(command!, args, { cwd: folder, encoding: 'utf8' })
    if (status === 0) return null
    return stderr?.trim().split('\n')[0] || error?.message || `It ended with ${status}.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** LibreOffice has its programs in the folder `program` of its installation. */
function findInstallation(office: string): string {
  const folder = dirname(office)
  return basename(folder) === 'program' ? dirname(folder) : folder
}
