import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Store } from './store.ts'

/** A few large reads are faster than many small ones. */
const READ_BYTES = 262_144
const PROBE_BYTES = 4096

/** Files in a folder of this machine. */
export function openFolder(root: string): Store {
  return {
    async put(key, path) {
      const target = join(root, key)
      const firstCreated = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await move(path, target)
      await Promise.all(foldersUpTo(dirname(firstCreated ?? target), dirname(target)).map(fsyncPath))
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

    async modifiedAt(key) {
      try {
        return (await stat(join(root, key))).mtime
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async *list() {
      const entries = await opendir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for await (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        // A file may be removed while the folder is read.
        const status = entry.isFile() ? await stat(path).catch(() => null) : null
        if (status) yield { key: relative(root, path).replaceAll(sep, '/'), modifiedAt: status.mtime }
      }
    },

    probe: () => probeFolder(root),
  }
}

/** Writes a block into the folder and removes it. @throws the error of the file system when it cannot be written */
export async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

/** The folders from `lowest` up to `highest`, which contains it. */
function foldersUpTo(highest: string, lowest: string): string[] {
  return lowest.length > highest.length ? [lowest, ...foldersUpTo(highest, dirname(lowest))] : [lowest]
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // `to` is on another file system: the copy must be complete before it gets its name.
    const temporary = `${to}.${process.pid}.part`
    await copyFile(from, temporary)
    await fsyncPath(temporary)
    await rename(temporary, to)
    await rm(from)
  }
}

/** Waits until a file or folder is on the disk (fsync). */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
