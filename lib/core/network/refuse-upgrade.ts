import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { TextError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

// No request of the service switches to another protocol. Where a response does, and nothing listens to `upgrade`, Node
// emits neither `response` nor `error`, and client libraries would wait for ever.
subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest }
  request.on('upgrade', ({ statusCode: status = 101 }, socket) => {
    socket.destroy()
    // After the listeners of who made the request.
    setImmediate(() =>
      request.emit('error', new TextError(errorText('failures.respondedWithStatus', { status }))),
    )
  })
})
