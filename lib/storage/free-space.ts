import { statfs } from 'node:fs/promises'

/** The bytes that are free on the disk of a folder; infinite where its file system does not say. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bsize * bavail
}
