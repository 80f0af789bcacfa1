import type { ContentBlock } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { ParaphError } from '../src/index.ts'

export const id = z.int().positive()
export const page = z.int().positive().default(1).describe('From 1.')
export const PER_PAGE = 20

/* What a tool does, for the client to decide whether to ask first. */
export const reads = { readOnlyHint: true, openWorldHint: false }
export const creates = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
/** Sends emails to other people. */
export const mails = { ...creates, openWorldHint: true }
/** Changes what other people have seen, and sends them emails. */
export const corrects = { ...mails, destructiveHint: true, idempotentHint: true }
export const ends = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true }

interface ToolResult {
  [member: string]: unknown
  content: ContentBlock[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/**
 * The result of a tool: the members of `shape`, structured and as text for clients that read text only; or the error as
 * the service explains it.
 */
export async function answer<S extends z.ZodObject>(
  shape: S,
  call: () => Promise<z.input<S>>,
  more: (value: z.output<S>) => ContentBlock[] = () => [],
): Promise<ToolResult> {
  try {
    const value = shape.parse(await call())
    return {
      content: [{ type: 'text', text: JSON.stringify(value) }, ...more(value)],
      structuredContent: value,
    }
  } catch (error) {
    const { message } = error as Error
    const details =
      error instanceof ParaphError ? { code: error.code, message, fields: error.fields } : { message }
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(details) }] }
  }
}

interface ApiPage<T> {
  data: T[]
  links: { next: string | null }
  meta: { current_page: number }
}

/** A page of the API as one of `makeListSchema`. */
export function toList<T>({ data, links, meta }: ApiPage<T>) {
  return { items: data, page: meta.current_page, has_more: links.next !== null }
}
