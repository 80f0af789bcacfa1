import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The one folder whose files the tools read and write. Symbolic links that lead out of it are refused. */
export class Folder {
  readonly #root: string

  private constructor(root: string) {
    this.#root = root
  }

  /** @throws Error when there is no such folder */
  static async at(path: string): Promise<Folder> {
    const root = await realpath(path)
    await (await open(root, constants.O_RDONLY | constants.O_DIRECTORY)).close()
    return new Folder(root)
  }

  /** The content of a file of the folder. */
  async read(path: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
    const file = this.#inside(await realpath(resolve(this.#root, path)), path)
    // The file was resolved: a link that took its place meanwhile is not followed.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      if (!(await handle.stat()).isFile()) throw new Error(`${path} is not a file.`)
      return { name: basename(file), bytes: new Uint8Array(await handle.readFile()) }
    } finally {
      await handle.close()
    }
  }

  /** Writes a new file. @returns its whole path */
  async write(path: string, bytes: Uint8Array): Promise<string> {
    const requested = resolve(this.#root, path)
    const file = this.#inside(join(await realpath(dirname(requested)), basename(requested)), path)
    // O_EXCL fails for any existing file, and follows no link.
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      await handle.writeFile(bytes)
    } finally {
      await handle.close()
    }
    return file
  }

  #inside(file: string, path: string): string {
    const below = relative(this.#root, file)
    if (below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)) return file
    throw new Error(`${path} is not in the folder ${this.#root}.`)
  }
}
