import { z } from 'zod'
import type { Folder } from './folder.ts'

/** How a tool is given a file: `input` is the schema of its argument, which `read` turns into the file. */
export interface Files<T> {
  input: z.ZodType<T>
  read(file: T): Promise<File>
  /** Where signed files can be written; null where only the client can. */
  folder: Folder | null
}

/** Files of one folder, named by their path. */
export function makeFolderFiles(folder: Folder): Files<string> {
  return {
    input: z.string().describe('The path of a file in the folder that the server was started with.'),
    read: async (path) => {
      const { name, bytes } = await folder.read(path)
      return new File([bytes], name)
    },
    folder,
  }
}

const ContentInput = z.object({
  name: z.string().min(1).max(255).describe('With its extension: lease.pdf'),
  content: z.base64().describe('The bytes of the file, in base64.'),
})

/** Files whose content is in the call. */
export const sentFiles: Files<z.output<typeof ContentInput>> = {
  input: ContentInput,
  read: async ({ name, content }) => new File([Buffer.from(content, 'base64')], name),
  folder: null,
}
