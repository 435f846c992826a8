/** BILLING DETAILS to which the shop can deliver. */
export const BILLING = {
  fullname: 'Asha Rao',
  country: 'India',
  streetaddressline1: '12 MG Road',
  streetaddressline2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  phonenumber: '9845012345',
  email: 'asha@example.com',
}
