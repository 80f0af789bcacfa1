/** Whether the service can be reached and can do its work. */
export async function isServiceReady(): Promise<boolean> {
  return fetch('/api/v1/health/ready', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
