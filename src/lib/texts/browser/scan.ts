/** Texts of the scanner in the aisle. */
export const scanTexts = {
  scan: 'Scan a barcode',
  stop: 'Stop the camera',
  camera: 'What the camera sees',
  failed: 'The camera could not be used. Type the number under the bars instead.',
}
