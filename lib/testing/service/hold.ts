import { type CallResult, call, type Handler } from './call.ts'

/**
 * Sends a request whose body is held back; returns when the server waits for it.
 * @returns a function that sends the body
 */
export async function hold<B = { error: { code: string } }>(
  handler: Handler,
  options: Parameters<typeof call>[1],
): Promise<() => Promise<CallResult<B>>> {
  const isRead = Promise.withResolvers<void>()
  const isSent = Promise.withResolvers<void>()
  const response = call<B>(async (request, context) => {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const pull = async (controller: ReadableStreamDefaultController) => {
      isRead.resolve()
      await isSent.promise
      controller.enqueue(bytes)
      controller.close()
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    return handler(new Request(request, { body, duplex: 'half' } as RequestInit), context)
  }, options)
  await Promise.race([isRead.promise, response])
  return () => {
    isSent.resolve()
    return response
  }
}
