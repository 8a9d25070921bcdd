fn main(){ let n:i32=std::env::args().nth(1).unwrap().parse().unwrap(); let mut tot=0;
 for k in 1..=n/2{ let m=n-2*k; let eq=k*k+m*(m-1)/2; if eq>625||k*m>625{continue}
  let mut cnt=0; let mut worst_hist=std::collections::BTreeMap::new();
  for al in 0..=k{for ar in 0..=k-al{ let a0=k-al-ar; for bl in 0..=k{for br in 0..=k-bl{let b0=k-bl-br; if (al,ar)<(bl,br){continue}
   for cl in 0..=m{ let cr=al+bl+cl-ar-br; if cr<0||cl+cr>m{continue} let c0=m-cl-cr;
    if cl<cr {continue} // mirror rough
    let ml=al*bl+cl*(cl-1)/2; if ml>125{continue} let mm=ar*br+cr*(cr-1)/2; if mm>125{continue}
    let l=al*b0+a0*bl+cl*c0; if l>125{continue} let r=ar*b0+a0*br+cr*c0; if r>125{continue}
    let e=eq-ml-mm-l-r; if e>125{continue}
    cnt+=1; let w=*[ml,mm,l,r,e].iter().max().unwrap(); *worst_hist.entry(w).or_insert(0)+=1;
   }}}}}
  println!("k {k} eq {eq} second weighings {cnt} {worst_hist:?}"); tot+=cnt;
 } println!("total {tot}");
}
