import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'

/** Leads from a signer who is done to the next one, who cannot come back with the button of the browser. */
export function HandBack({ url, t }: { url: string; t: SigningTexts }) {
  return (
    <div className="border-y border-rule bg-accent-wash px-4 py-4 text-center">
      <Button variant="primary" size="lg" onClick={() => location.replace(url)}>
        {t.handBack}
      </Button>
    </div>
  )
}
