import { ApiError, toApiError } from '#components/api/client.ts'

/** Downloads a file of `/api/v1` and saves it under the name in the response. @throws ApiError */
export async function download(href: string, onProgress?: (receivedBytes: number) => void): Promise<void> {
  const response = await fetch(href, { credentials: 'same-origin' }).catch(() => {
    throw new ApiError(0, null, null)
  })
  if (!response.ok) throw await toApiError(response.status, await response.text(), response.headers)
  // Each file of the service has one; the page of a captive portal has none.
  if (!response.headers.has('content-disposition')) throw new ApiError(0, null, response.headers)
  await saveResponse(response, onProgress)
}

/** Saves the body of a response, under the name in it if there is one. @throws ApiError when the connection breaks */
export async function saveResponse(
  response: Response,
  onProgress: (receivedBytes: number) => void = () => {},
): Promise<void> {
  const blob = await readBlob(response, onProgress).catch(() => {
    throw new ApiError(0, null, response.headers)
  })
  save(blob, parseFilename(response.headers.get('content-disposition') ?? ''))
}

async function readBlob(response: Response, onProgress: (receivedBytes: number) => void): Promise<Blob> {
  let receivedBytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      receivedBytes += chunk.length
      onProgress(receivedBytes)
      controller.enqueue(chunk)
    },
  })
  const counted = response.body!.pipeThrough(counter as ReadableWritablePair<BufferSource, BufferSource>)
  return new Response(counted as BodyInit, { headers: response.headers }).blob()
}

/** The file name of a Content-Disposition header (RFC 6266): the UTF-8 form if there is one. */
function parseFilename(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'download'
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
