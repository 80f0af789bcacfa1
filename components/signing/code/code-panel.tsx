import type { ReactNode } from 'react'

/** The card in place of the documents, until the signer has confirmed who they are. */
export function CodePanel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby="otp-title"
      className="self-start rounded-lg border border-rule bg-card p-5 shadow-lift sm:max-w-xl sm:p-8 sideways:px-4 sideways:py-2.5"
    >
      <h2 id="otp-title" className="heading text-xl sideways:text-lg">
        {title}
      </h2>
      <p className="mt-2 text-ink-soft sideways:mt-0.5 sideways:text-sm" role="status">
        {text}
      </p>
      {children}
    </section>
  )
}

export function CodeError({ message }: { message: string | null }) {
  return (
    <p id="otp-error" role="alert" className="mt-2 text-sm text-danger empty:hidden">
      {message}
    </p>
  )
}
