import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
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
      const isNew = await linkNew(path, target)
      if (!isNew) await utimes(target, new Date(), new Date())
      await Promise.all(foldersUpTo(dirname(firstCreated ?? target), dirname(target)).map(fsyncPath))
      return isNew
    },

    async read(key, start, end, head = 0) {
      try {
        const handle = await open(join(root, key), 'r')
        const total = (await handle.stat()).size
        const isContiguous = start <= head
        const { buffer, bytesRead } = isContiguous
          ? { buffer: Buffer.alloc(0), bytesRead: 0 }
          : await handle.read(Buffer.alloc(head), 0, head, 0)
        const bytes = createReadStream('', {
          fd: handle,
          start: isContiguous && head > 0 ? 0 : start,
          end: end ?? Number.POSITIVE_INFINITY,
          highWaterMark: READ_BYTES,
        })
        if (bytesRead > 0) bytes.unshift(buffer.subarray(0, bytesRead))
        return { total, bytes }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async remove(key) {
      await removeFile(join(root, key))
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

    async probe() {
      await probeFolder(root)
      return true
    },
    check: () => probeFolder(root),
  }
}

/** Writes a block into the folder and removes it. @throws the error of the file system when it cannot be written */
export async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flush: true })
  } finally {
    await removeFile(path)
  }
}

/** The folders from `lowest` up to `highest`, which contains it. */
function foldersUpTo(highest: string, lowest: string): string[] {
  return lowest.length > highest.length ? [lowest, ...foldersUpTo(highest, dirname(lowest))] : [lowest]
}

/** File systems without hard links. */
const noLinkCodes = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']

/** Gives a file a second name, unless that name is taken. @returns whether it was free */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'EXDEV' && !noLinkCodes.includes(code)) throw error
    return copyNew(from, to, code === 'EXDEV')
  }
}

/** Copies a file to another file system: the copy must be complete before it gets its name. */
async function copyNew(from: string, to: string, hasLinks: boolean): Promise<boolean> {
  const copy = `${to}.${process.pid}.${randomUUID()}.part`
  try {
    await copyFile(from, copy)
    await fsyncPath(copy)
    if (hasLinks) return await linkNew(copy, to)
    if (await exists(to)) return false
    await rename(copy, to)
    return true
  } finally {
    await removeFile(copy)
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Waits until a file or folder is on the disk (fsync). */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close().catch(() => {}))
}

/** Removes a file unless there is none. `rm` with `force` reads its status first, and more than once. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
