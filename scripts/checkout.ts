import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Checks out a commit in a worktree in the temporary folder. It stays there for the next run, which then need not build
 * it again; `git worktree remove --force` removes it.
 */
export function checkOut(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const hash = git('rev-parse', '--verify', `${commit}^{commit}`)
  const folder = join(tmpdir(), `paraph-beside-${hash.slice(0, 12)}`)
  // A folder that was deleted may still be registered: --force.
  if (!existsSync(folder)) git('worktree', 'add', '--quiet', '--force', '--detach', folder, hash)
  console.log(`${git('log', '-1', '--format=%h %s', hash)}\nis in ${folder}.`)
  return folder
}
