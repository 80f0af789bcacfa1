import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Store } from './store.ts'

/** Few large reads: a small one costs as much as its bytes. */
const READ_BYTES = 262_144

/** Files in a folder of this machine. */
export function openFolder(root: string): Store {
  return {
    async put(key, path) {
      const target = join(root, key)
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await move(path, target)
      await Promise.all(foldersUpTo(dirname(made ?? target), dirname(target)).map(synchronise))
    },

    async read(key, start, end) {
      try {
        const handle = await open(join(root, key), 'r')
        const total = (await handle.stat()).size
        const bytes = createReadStream('', {
          fd: handle,
          start,
          end: end ?? Number.POSITIVE_INFINITY,
          highWaterMark: READ_BYTES,
        })
        return { total, bytes }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async remove(key) {
      await rm(join(root, key), { force: true })
    },

    async answers() {
      await mkdir(root, { recursive: true, mode: 0o700 })
    },
  }
}

/** From the lowest to the highest, which holds it. */
function foldersUpTo(highest: string, lowest: string): string[] {
  return lowest.length > highest.length ? [lowest, ...foldersUpTo(highest, dirname(lowest))] : [lowest]
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // Another file system: the copy must be whole before it gets its name.
    const near = `${to}.${process.pid}.part`
    await copyFile(from, near)
    await synchronise(near)
    await rename(near, to)
    await rm(from)
  }
}

/** A new name is safe only once its folder is on disk. */
async function synchronise(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
