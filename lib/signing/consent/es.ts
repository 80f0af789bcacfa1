/** El consentimiento para firmar por vía electrónica, en español. */
export const es = {
  version: '2026-01-es',
  text: `He leído los documentos que se me muestran y acepto firmarlos por vía electrónica. Mi firma electrónica me vincula del mismo modo que mi firma manuscrita.
Acepto que mi nombre, mi correo electrónico, la hora, mi dirección de red y mi navegador, así como lo que introduzca aquí, se registren junto con los documentos como prueba, y que los documentos terminados se envíen por vía electrónica tanto a mí como a las demás partes.
Puedo negarme a firmar.`,
}
