/** Prevents an unhandledRejection until the promise is awaited. */
export function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** What all of them give. @throws the first error, and not before each has ended. */
export async function settleAll<T extends readonly unknown[]>(
  works: [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
