// Runs where an address may carry a token: it leaves the address bar at once, the history entry keeps it for a reload.
(()=>{
let u=new URL(location),q=u.searchParams,t=q.get('token'),s=history.state?.token
if(t)q.delete('token'),history.replaceState({token:t},'',u)
else if(s)q.set('token',s),location.replace(u)
})()
