import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleApiRequest } from '#lib/http/api'
import type { Dispatch } from '#lib/http/dispatch'
import { setPeerHeaders } from '#lib/http/request/address'
import { setSecurityHeaders } from '#lib/http/response/security-headers'

/** The API over a port of this machine, for clients that are programs of their own. */
export async function serve(dispatch: Dispatch): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    setPeerHeaders(incoming)
    setSecurityHeaders(outgoing)
    void handleApiRequest(incoming, outgoing, dispatch)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
