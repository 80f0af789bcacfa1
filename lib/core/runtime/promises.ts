/** Prevents an unhandledRejection until the promise is awaited. */
export function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Waits for all promises, then returns their values. @throws the first error, after all have settled */
export async function settleAll<T extends readonly unknown[]>(
  promises: [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
