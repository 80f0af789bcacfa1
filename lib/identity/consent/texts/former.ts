/** Texts of earlier versions, which signers agreed to: their versions and hashes are in the evidence. */
export const formerConsents = [
  {
    version: '2026-01-en',
    locale: 'en',
    text: `I have read the documents shown to me and agree to sign them electronically. My electronic signature is meant to bind me as my handwritten one would.
I agree that my name, email address, the time, my network address and browser, and what I enter here are recorded with the documents as evidence, and that the finished documents may be sent to me and to the other parties electronically.
I may refuse instead of signing.`,
  },
  {
    version: '2026-01-fr',
    locale: 'fr',
    text: `J’ai lu les documents qui m’ont été présentés et j’accepte de les signer par voie électronique. Ma signature électronique m’engage au même titre que ma signature manuscrite.
J’accepte que mon nom, mon adresse e-mail, l’heure, mon adresse réseau et mon navigateur ainsi que ce que je saisis ici soient enregistrés avec les documents à titre de preuve, et que les documents finalisés soient transmis par voie électronique, à moi comme aux autres parties.
Je peux refuser de signer.`,
  },
  {
    version: '2026-01-de',
    locale: 'de',
    text: `Ich habe die mir gezeigten Dokumente gelesen und bin damit einverstanden, sie elektronisch zu unterschreiben. Meine elektronische Unterschrift soll mich ebenso binden wie meine handschriftliche.
Ich bin damit einverstanden, dass mein Name, meine E-Mail-Adresse, der Zeitpunkt, meine Netzwerkadresse und mein Browser sowie meine Angaben als Nachweis mit den Dokumenten aufgezeichnet werden und dass die fertigen Dokumente mir und den anderen Beteiligten elektronisch übermittelt werden dürfen.
Statt zu unterschreiben, darf ich ablehnen.`,
  },
  {
    version: '2026-01-es',
    locale: 'es',
    text: `He leído los documentos que se me muestran y acepto firmarlos por vía electrónica. Mi firma electrónica me vincula del mismo modo que mi firma manuscrita.
Acepto que mi nombre, mi correo electrónico, la hora, mi dirección de red y mi navegador, así como lo que introduzca aquí, se registren junto con los documentos como prueba, y que los documentos terminados se envíen por vía electrónica tanto a mí como a las demás partes.
Puedo negarme a firmar.`,
  },
] as const
