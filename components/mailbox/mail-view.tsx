import { Time } from '#components/ui/time.tsx'

interface Mail {
  to: string
  subject: string
  html: string
  text: string
  createdAt: string
}

/** Splits a text at its URLs. */
function splitAtLinks(text: string): { at: number; text: string; isLink: boolean }[] {
  let offset = 0
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, index) => {
    const from = offset
    offset += piece.length
    return { at: from, text: piece, isLink: index % 2 === 1 }
  })
}

/** One email as its recipient would see it. */
export function MailView({ mail }: { mail: Mail }) {
  return (
    <article aria-labelledby="subject">
      <h1 id="subject" className="heading text-2xl">
        {mail.subject}
      </h1>
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm text-ink-soft">
        <span>To {mail.to}</span>
        <Time at={mail.createdAt} />
      </p>
      {/* The email's scripts do not run here; its links open in a new tab. */}
      <iframe
        title={mail.subject}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={`<base target="_blank">${mail.html}`}
        className="mt-6 h-[min(48rem,70vh)] w-full resize-y rounded-md border border-rule bg-page"
      />
      <details className="mt-6">
        <summary className="text-sm text-accent">Plain text</summary>
        <pre className="mt-3 overflow-x-auto rounded-md bg-well p-4 font-mono text-sm whitespace-pre-wrap">
          {splitAtLinks(mail.text).map(({ at, text, isLink }) =>
            isLink ? (
              <a key={at} href={text} target="_blank" rel="noreferrer" className="text-accent underline">
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </pre>
      </details>
    </article>
  )
}
