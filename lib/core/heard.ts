/** Its error is met when it is waited for; until then nobody listens, and that must not end the process. */
export function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
