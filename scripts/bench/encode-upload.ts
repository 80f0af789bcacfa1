/** The body of an upload with its content type, encoded once for many requests. */
export async function encodeUpload(
  bytes: Uint8Array,
  filename: string,
): Promise<{ headers: { 'content-type': string }; body: Buffer }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), filename)
  // A Request, to get the encoded form and its content type.
  const encoded = new Request('http://form', { method: 'POST', body: form })
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
