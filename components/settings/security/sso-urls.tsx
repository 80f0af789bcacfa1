import { useTranslations } from 'use-intl'
import { ReadOnlyUrl } from '#components/settings/read-only-url.tsx'
import type { SsoRecord } from '#lib/identity/sso/schema'

/** What the provider must know; first on a phone, because the form can be filled in only after that. */
export function SsoUrls({ sso, protocol }: { sso: SsoRecord; protocol: SsoRecord['protocol'] }) {
  const t = useTranslations('settings.sso')
  return (
    <div className="order-first flex flex-col gap-5 xl:order-none">
      {protocol === 'saml' ? (
        <>
          <ReadOnlyUrl label={t('metadataUrl')} hint={t('metadataUrlHint')} url={sso.metadata_url} />
          <ReadOnlyUrl label={t('acsUrl')} hint={t('acsUrlHint')} url={sso.callback_url} />
        </>
      ) : (
        <ReadOnlyUrl label={t('redirectUri')} hint={t('redirectUriHint')} url={sso.callback_url} />
      )}
      {sso.issuer ? (
        <ReadOnlyUrl label={t('signInLink')} hint={t('signInLinkHint')} url={sso.sign_in_url} />
      ) : null}
    </div>
  )
}
