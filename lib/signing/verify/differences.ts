import type { RequestMeta } from '#lib/core/ctx'
import type { PageDifference } from '#lib/pades/differences/differences'
import { inThread } from '#lib/workers/pdf-pool'
import type { DifferencesRecord } from './differences-schema.ts'
import { type UploadedFile, withUpload } from './uploaded-file.ts'

/** Draws what each revision after a signature changed; the file is not stored. */
export function showDifferences(
  upload: UploadedFile | null,
  requestMeta: Pick<RequestMeta, 'address' | 'signal'>,
): Promise<DifferencesRecord> {
  return withUpload(upload, requestMeta, async ({ file }, requester) => {
    const { revisions, omitted } = await inThread.differences(file, requester)
    return {
      revisions: revisions.map(({ pages, ...names }) => ({ ...names, pages: pages.map(presentPage) })),
      omitted,
    }
  })
}

function presentPage({ before, after, ...page }: PageDifference) {
  return { ...page, before: before && toDataUrl(before), after: after && toDataUrl(after) }
}

function toDataUrl(webp: Uint8Array): string {
  return `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`
}
