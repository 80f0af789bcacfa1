declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  export default function compression(): (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    next: () => void,
  ) => void
}
