/** Whether the service can be reached and can do its work. */
export async function isServiceReady(): Promise<boolean> {
  try {
    const response = await fetch('/api/v1/health/ready', { cache: 'no-store' })
    // The page of a captive portal is not JSON.
    await response.json()
    return response.ok
  } catch {
    return false
  }
}
