import { ApiError, readBody, toApiError } from './client.ts'

interface FormOptions {
  onProgress: (fraction: number) => void
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends a form with a file. Uses XMLHttpRequest, because fetch has no upload progress. @throws ApiError */
export function sendForm<R>(
  url: string,
  form: FormData,
  { onProgress, headers = {}, signal }: FormOptions,
): Promise<R> {
  const text = new Promise<string>((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 300) resolve(request.responseText)
      else
        void toApiError(request.status, request.responseText, {
          get: (name) => request.getResponseHeader(name),
        }).then(reject)
    }
    request.onerror = () => reject(new ApiError(0, null, null))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
  return text.then(readBody<R>)
}
