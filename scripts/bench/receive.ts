/** The baseline of an upload: a process that receives a form, hashes its file and discards it. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import busboy from 'busboy'

const server = createServer((request, response) => {
  const hash = createHash('sha256')
  const form = busboy({ headers: request.headers })
  form.on('file', (_name, file) => file.on('data', (chunk: Buffer) => hash.update(chunk)))
  form.on('close', () => response.writeHead(201).end(hash.digest('hex')))
  request.pipe(form)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
