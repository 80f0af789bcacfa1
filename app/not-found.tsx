import { Button } from '#components/ui/button.tsx'
import { Mark } from '#components/ui/logo.tsx'

export default function NotFound() {
  return (
    <main lang="en" className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <title>Page not found · Paraph</title>
      <Mark className="size-12 text-accent" />
      <h1 className="heading mt-6 text-3xl">Page not found</h1>
      <p className="mt-3 max-w-md text-ink-soft">
        This page does not exist, or you do not have access to it. Perhaps the URL was mistyped, or the page
        was removed.
      </p>
      <Button asChild className="mt-8">
        {/* Not the link component: every page would load it for this one. */}
        <a href="/">Home</a>
      </Button>
    </main>
  )
}
