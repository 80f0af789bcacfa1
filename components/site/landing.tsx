import Link from 'next/link'
import { ThemeSwitch } from '#components/shell/frame/theme-switch.tsx'
import { SignedPageDrawing } from '#components/site/signed-page-drawing.tsx'
import { Button } from '#components/ui/button.tsx'
import { Wordmark } from '#components/ui/logo.tsx'

const steps = [
  {
    title: 'Send',
    text: 'Choose PDFs, add signers, and place the fields they sign or fill in. One after the other, or all at the same time.',
  },
  {
    title: 'Sign',
    text: 'Signers need no account: an emailed link, a one-time code, and a phone to draw the signature.',
  },
  {
    title: 'Keep',
    text: 'Every signature is a PAdES signature with its own certificate. Any PDF reader can verify it, with or without us.',
  },
]

/** The landing page, for visitors. */
export function Landing({ signedIn, signupOpen }: { signedIn: boolean; signupOpen: boolean }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-5 py-6 sm:px-8">
      <header className="flex items-center justify-between">
        <Wordmark />
        <div className="flex items-center gap-3">
          <span className="hidden sm:block">
            <ThemeSwitch />
          </span>
          <Button asChild variant="quiet">
            <Link href="/developers">Developers</Link>
          </Button>
          {signedIn ? null : (
            <Button asChild variant="quiet">
              <Link href="/login">Sign in</Link>
            </Button>
          )}
        </div>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-16 py-12 lg:py-16">
        <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
          <div>
            <h1 className="heading text-3xl sm:text-4xl lg:text-5xl">Signatures you can verify yourself.</h1>
            <p className="mt-5 max-w-lg text-lg text-ink-soft">
              Paraph sends documents to signers and returns them signed and sealed. It is open source and runs
              on your own machine.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              {signedIn ? (
                <Button asChild variant="primary" size="lg">
                  <Link href="/overview">Go to your overview</Link>
                </Button>
              ) : (
                <>
                  {signupOpen ? (
                    <Button asChild variant="primary" size="lg">
                      <Link href="/signup">Create an account</Link>
                    </Button>
                  ) : null}
                  <Button asChild size="lg" variant={signupOpen ? 'line' : 'primary'}>
                    <Link href="/login">Sign in</Link>
                  </Button>
                </>
              )}
            </div>
          </div>
          <div className="hidden w-full max-w-md justify-self-end sm:block">
            <SignedPageDrawing />
          </div>
        </div>
        <ul className="double-rule grid gap-x-12 gap-y-8 pt-8 md:grid-cols-3">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h2 className="font-serif text-xl italic">{title}</h2>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}
