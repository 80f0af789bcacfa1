/** El consentimiento para firmar por vía electrónica, en español. */
export const es = {
  version: '2026-11-es',
  text: `He leído los documentos que se me muestran y acepto firmarlos por vía electrónica. Mi firma electrónica me vincula del mismo modo que mi firma manuscrita. Es una firma electrónica en el sentido del Reglamento (UE) n.º 910/2014 (eIDAS) y de la ley estadounidense ESIGN Act; no es una firma cualificada.
Alcance: este consentimiento vale para los documentos que se muestran aquí y para los mensajes sobre su firma, y para nada más. Recibo esos mensajes y los documentos terminados por vía electrónica.
Papel: puedo pedir al remitente los documentos en papel, antes o después de firmar. Si una copia en papel tiene algún coste, el remitente me indica antes el precio.
Retirada: hasta que firme, puedo retirar este consentimiento sin coste alguno, eligiendo rechazar la firma en esta página o escribiendo al remitente. En ese caso no firmo por vía electrónica, y el remitente decide si puedo firmar en papel o si el proceso termina. Una firma ya dada sigue siendo válida.
Lo que necesito: un dispositivo con conexión a Internet y un navegador actual (Chrome, Edge, Firefox o Safari), una dirección de correo electrónico y un programa que abra archivos PDF. Puedo abrir los documentos en este dispositivo, y guardarlos o imprimirlos.
Contacto: escribo al remitente a la dirección de correo que figura junto a este texto para hacer preguntas, pedir copias en papel, retirar el consentimiento o comunicar una nueva dirección de correo.
Prueba: mi nombre, mi correo electrónico, la hora, mi dirección de red y mi navegador, así como lo que introduzca aquí, se registran junto con los documentos como prueba. Los documentos terminados pueden enviarse por vía electrónica tanto a mí como a las demás partes.`,
}
