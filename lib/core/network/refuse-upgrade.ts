import type { ClientRequest } from 'node:http'
import { TextError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

/** Fails a request whose response switches to another protocol: Node would emit neither `response` nor `error`. */
export function refuseUpgrade(request: ClientRequest): void {
  request.on('upgrade', ({ statusCode: status = 101 }, socket) => {
    socket.destroy()
    request.emit('error', new TextError(errorText('failures.respondedWithStatus', { status })))
  })
}
