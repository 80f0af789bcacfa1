/** Bytes, a Blob or File, or in Node the path of a file. */
export type UploadSource = Uint8Array | ArrayBuffer | Blob | string

const TYPE = 'application/pdf'

/** The file to upload, and its name. */
export async function toFile(
  source: UploadSource,
  name = 'document',
): Promise<{ blob: Blob; filename: string }> {
  if (typeof source === 'string') {
    const filename = source.split(/[/\\]/).at(-1)!
    return { blob: new Blob([await readPath(source)], { type: TYPE }), filename }
  }
  const isNamed = typeof File !== 'undefined' && source instanceof File
  const filename = isNamed ? source.name : `${name}.pdf`
  const blob = source instanceof Blob ? source : new Blob([source as BlobPart], { type: TYPE })
  return { blob, filename }
}

async function readPath(path: string): Promise<BlobPart> {
  // A variable, so that bundlers for browsers do not look for the module.
  const nodeModule = 'node:fs/promises'
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ nodeModule)) as {
    readFile(path: string): Promise<Uint8Array<ArrayBuffer>>
  }
  return readFile(path)
}
