import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'

/** Leads from a signer who is done to the next one, who cannot come back with the button of the browser. */
export function HandBack({ url, t }: { url: string; t: SigningTexts }) {
  return (
    <footer className="sticky [@media(max-height:15rem)]:static bottom-0 z-30 border-t border-rule bg-card px-4 pb-[env(safe-area-inset-bottom)] shadow-float sm:px-6">
      <div className="mx-auto max-w-xl py-3 sideways:py-2">
        <Button
          variant="primary"
          size="lg"
          className="w-full sm:w-auto"
          onClick={() => location.replace(url)}
        >
          {t.handBack}
        </Button>
      </div>
    </footer>
  )
}
