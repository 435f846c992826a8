// Scripts that stand in a page itself, since what they show must not flicker. The server lets exactly
// these texts run (publish/app/our-scripts.ts, H1).

/**
 * A published page does not know where to deliver, but the cookies do: a PIN code, or a country as
 * `locationLabel` cuts it.
 */
export const SHOW_LOCATION =
  "try{const read=name=>decodeURIComponent(RegExp('(?:^|; )'+(location.protocol=='https:'?'__Host-':'')+" +
  "name+'=([^;]+)').exec(document.cookie)?.[1]??'')," +
  "link=document.currentScript.parentNode,place=read('location'),pin=read('place'),far=place&&place!='All';" +
  "if(place||pin)link.querySelector('b').textContent=" +
  "far||!pin?place.length>15?place.slice(0,15)+'...':place:pin;" +
  "if(pin&&!far)link.querySelector('small').textContent='Deliver to'}catch{}"

/** The columns that this browser has chosen for lists. */
export const SHOW_COLUMNS =
  'try{document.currentScript.parentNode.dataset.view=localStorage.view||2}catch{}'

/** Who has bought in this browser has room on home for what it was, before anything is drawn. */
export const SHOW_BOUGHT =
  'try{document.currentScript.previousElementSibling.hidden=!localStorage.bought}catch{}'
