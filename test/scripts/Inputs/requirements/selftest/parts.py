check("IP-REQ-001"), check("IP-REQ-002")
