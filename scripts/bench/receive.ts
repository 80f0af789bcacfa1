/** The baseline of an upload: a process that receives and hashes a form and discards it. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import busboy from 'busboy'

const server = createServer((message, answer) => {
  const hash = createHash('sha256')
  const form = busboy({ headers: message.headers })
  form.on('file', (_name, file) => file.on('data', (piece: Buffer) => hash.update(piece)))
  form.on('close', () => answer.writeHead(201).end(hash.digest('hex')))
  message.pipe(form)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
