/** What Next does once, before it answers anything: it lends the API's routes to the web server. */
export async function register(): Promise<void> {
  // In development Next serves them, and finds what was changed last.
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NODE_ENV !== 'production') return
  const { mountApi } = await import('#lib/http/api')
  mountApi(async () => (await import('./app/api/v1/routes')).allRoutes())
}
